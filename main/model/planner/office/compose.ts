import type { Work } from '../script';
import type { Letter } from '../task';

/** The paragraphs of a letter. A text alone stays as it is; with a name to or from, the plain form of a letter is put around it. */
export function composeLetter(letter: Letter, work: Work): string[] {
  const { to, from, subject, body } = letter;
  const text = body.map((line) => line.trimEnd());
  if (to === null && from === null && subject === null) return text;
  return work.language === 'zh' ? chinese(letter, text, work) : english(letter, text, work);
}

function english({ to, from, subject }: Letter, text: string[], work: Work): string[] {
  const date = work.today.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  return [
    ...(from === null ? [] : [date, '']),
    ...(subject === null ? [] : [work.say('planner.letter.subject', { subject }), '']),
    to === null ? work.say('planner.letter.dear_unknown') : work.say('planner.letter.dear', { name: to }),
    '',
    ...text,
    ...(from === null ? [] : ['', work.say('planner.letter.regards'), from]),
  ];
}

/** The order of a Chinese letter: who it is to, the text, 此致 敬礼, then name and date. */
function chinese({ to, from, subject }: Letter, text: string[], work: Work): string[] {
  const date = `${work.today.getFullYear()}年${work.today.getMonth() + 1}月${work.today.getDate()}日`;
  return [
    ...(subject === null ? [] : [work.say('planner.letter.subject', { subject })]),
    to === null ? work.say('planner.letter.dear_unknown') : work.say('planner.letter.dear', { name: to }),
    ...text,
    ...(from === null ? [] : [work.say('planner.letter.regards'), '敬礼', from, date]),
  ];
}
