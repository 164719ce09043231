import { expect, it } from 'vitest';
import { agentSentences } from './agent';
import { appSentences } from './app';
import { changesSentences } from './changes';
import { modelSentences } from './model';
import { plannerSentences } from './planner';
import { reportSentences } from './report';
import { routineSentences } from './routine';
import { runSentences } from './run';
import { skillsSentences } from './skills';
import { terminalSentences } from './terminal';
import { zh } from './zh';

/** Letters begin so. */
const formal = new Set(['planner.letter.dear_unknown']);

it('Chinese calls the person and a token by one name everywhere', () => {
  const areas = [zh, ...[agentSentences, appSentences, changesSentences, modelSentences, plannerSentences, reportSentences, routineSentences, runSentences, skillsSentences, terminalSentences].map((area) => area.zh)];
  const sentences: [string, string][] = areas.flatMap((area) => Object.entries<string>(area));
  expect(sentences.length).toBeGreaterThan(300);
  expect(sentences.filter(([key, text]) => !formal.has(key) && /您|令牌/.test(text))).toEqual([]);
});
