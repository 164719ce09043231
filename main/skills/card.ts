import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { readPlainYaml } from './plain-yaml';
import type { SkillCard } from './skill';

const cardSchema = z.object({
  interface: z
    .object({
      display_name: z.string().max(64),
      short_description: z.string().max(200),
      default_prompt: z.string(),
      icon_small: z.string(),
      icon_large: z.string(),
      brand_color: z.string().regex(/^#[0-9a-fA-F]{6}$/),
    })
    .partial()
    .default({}),
  policy: z.object({ allow_implicit_invocation: z.boolean() }).partial().default({}),
});

/** Words that are written in their own way in a title. */
const AS_WRITTEN = new Map(['adb', 'ai', 'api', 'csv', 'gui', 'html', 'http', 'id', 'json', 'pdf', 'sql', 'ui', 'url', 'xml'].map((word): [string, string] => [word, word.toUpperCase()]));

/** The card of a skill that brings none. */
export function plainCard(name: string, description: string): SkillCard {
  const displayName = name.split('-').map((word) => AS_WRITTEN.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return { displayName, shortDescription: description, defaultPrompt: null, icon: null, brandColor: null, implicit: true };
}

/** `agents/openai.yaml`; what is missing in it comes from the name and the description. Throws when it can't be read. */
export function readCard(text: string, folder: string, name: string, description: string): SkillCard {
  const { interface: face, policy } = cardSchema.parse(readPlainYaml(text) ?? parse(text, { maxAliasCount: 0, logLevel: 'silent' }) ?? {});
  const plain = plainCard(name, description);
  const icon = face.icon_small ?? face.icon_large;
  return {
    displayName: face.display_name?.trim() || plain.displayName,
    shortDescription: face.short_description?.trim() || plain.shortDescription,
    defaultPrompt: face.default_prompt ?? null,
    icon: icon === undefined ? null : iconIn(folder, icon),
    brandColor: face.brand_color ?? null,
    implicit: policy.allow_implicit_invocation ?? true,
  };
}

/** A picture under the skill's assets/; one elsewhere is not shown. */
function iconIn(folder: string, icon: string): string | null {
  const file = path.resolve(folder, icon);
  return file.startsWith(path.join(folder, 'assets') + path.sep) ? file : null;
}
