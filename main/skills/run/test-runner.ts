import { build } from 'esbuild';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ProgramAnswer, SkillRunner } from '../contract';
import type { Skill, SkillDeclaration, SkillProgram } from '../skill';
import { createSkillTrust } from '../trust/skill-trust';
import { createSkillRunner } from './runner';
import { forkSkillByNode, type ForkSkill } from './skill-child';

const declared: SkillDeclaration = { effect: 'risky', effects: [], paths: {}, network: [], environment: [], untrusted: false, timeoutMs: 90_000, memoryMb: 256, perMinute: null, long: false, keep: false, watch: false, ownIsolation: false };
const kinds: Record<string, SkillProgram['kind']> = { '.py': 'python', '.mjs': 'node', '.js': 'node', '.sh': 'shell' };

/** Folders of one test: a workspace, a data folder, skills; gone with `end`. */
export class RunnerBed {
  readonly place = realpathSync(mkdtempSync(path.join(tmpdir(), 'skill-run-')));
  readonly workspace = this.folder('work');
  readonly data = this.folder('data');
  readonly trust = createSkillTrust(this.data);
  readonly notices: [string, string, string][] = [];
  readonly progressed: [string, number | null][] = [];
  private made: SkillRunner | null = null;

  /** `environment` in place of our own; `bootstrap` is needed for bundled skills. */
  constructor(private readonly options: { bootstrap?: string; environment?: Record<string, string | undefined>; fork?: ForkSkill; ahead?: boolean } = {}) {}

  get runner(): SkillRunner {
    this.made ??= createSkillRunner({
      trust: this.trust,
      workspace: this.workspace,
      dataFolder: this.data,
      language: () => 'en',
      environment: this.options.environment ?? process.env,
      notice: (skill, code, text) => void this.notices.push([skill, code, text]),
      fork: this.options.fork ?? forkSkillByNode,
      ahead: this.options.ahead ?? false,
      bootstrap: this.options.bootstrap ?? '',
    });
    return this.made;
  }

  /** A trusted skill from outside, whose program is `text`, a file of that name (`run.py`). */
  outside(file: string, text: string, declaration: Partial<SkillDeclaration> = {}, name = 'test-skill'): Skill {
    const folder = this.folder('skills', name);
    writeFileSync(path.join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: A test.\n---\n`);
    writeFileSync(path.join(folder, file), text);
    chmodSync(path.join(folder, file), 0o755);
    const skill = this.skill(folder, name, { file: path.join(folder, file), kind: kinds[path.extname(file)] ?? 'shell' }, declaration);
    this.trust.trust(skill);
    return skill;
  }

  /** A bundled skill whose run.js is `text`. */
  bundled(text: string, declaration: Partial<SkillDeclaration> = {}, name = 'test-bundled'): Skill {
    const folder = this.folder('bundled', name);
    writeFileSync(path.join(folder, 'run.js'), text);
    return { ...this.skill(folder, name, { file: path.join(folder, 'run.js'), kind: 'bundled' }, declaration), source: 'bundled', hash: 'bundled' };
  }

  call(skill: Skill, args: Record<string, unknown> = {}, signal: AbortSignal = new AbortController().signal): Promise<ProgramAnswer> {
    return this.runner.call({ skill, args, signal, progress: (text, fraction) => void this.progressed.push([text, fraction]) });
  }

  end(): void {
    this.made?.dispose();
    rmSync(this.place, { recursive: true, force: true });
  }

  private skill(folder: string, name: string, program: Pick<SkillProgram, 'file' | 'kind'>, declaration: Partial<SkillDeclaration>): Skill {
    return {
      name,
      description: 'A test.',
      folder,
      source: 'person',
      hash: program.kind === 'bundled' ? 'bundled' : (this.trust.inspect(folder).hash ?? ''),
      state: 'ready',
      program: { schema: { type: 'object' }, declaration: { ...declared, ...declaration }, ...program },
      card: { displayName: name, shortDescription: 'A test.', defaultPrompt: null, icon: null, brandColor: null, implicit: true },
      license: null,
      compatibility: null,
      allowedTools: null,
      warnings: [],
    };
  }

  private folder(...parts: string[]): string {
    const folder = path.join(this.place, ...parts);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** Builds the bootstrap into `folder`, as the app has it. */
export async function buildBootstrap(folder: string): Promise<string> {
  const outfile = path.join(folder, 'run-skill.js');
  await build({ entryPoints: [path.join(__dirname, 'run-skill.ts')], outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error' });
  return outfile;
}
