import { rulesOf } from '../../approval/standing-rules';
import { clausesOf, sentencesOf, withoutQuotes } from './sentences';

const LEAD = /^(?:(?:please|ok|okay|yes|and|but|so|now|then|well|fine|alright|good|sure|from now on|this time|in this case)[\s,:!]+)*/i;
const ALLOWS =
  /^(?:(?:now |this time )?you (?:may|can|are (?:now )?allowed to|are free to|have my (?:permission|approval|ok) to)(?! only| not|not| never)\b|it(?:'s| is) (?:now )?(?:ok|okay|fine|alright|all right|allowed)\b(?: now)?(?: to| for you to| if you)\b|go ahead(?: and|,)? \w|feel free to\b|i (?:now )?(?:allow|permit|authori[sz]e) you to\b|do (?:delete|send|push|install|overwrite|change|edit|save|submit|commit)\b)/i;
const ZH_ALLOWS = /^(?:好的?|那|行|嗯|请|[\s、，：:!！])*(?:现在|这次|从现在起)?(?:你|您)?(?:现在|这次)?(?:可以|允许你?|准许你?|同意你?|我允许你?|我同意你?)(?!只|不)/;

/** The sentences in which the person allows something by name: they make exceptions to what they forbade earlier. */
export function extractPermissions(message: string): string[] {
  return sentencesOf(message).filter((sentence) => {
    const text = withoutQuotes(sentence).replace(/[’‘]/g, "'");
    if (/[?？]\s*$/.test(text)) return false;
    const clauses = [text.trim(), ...clausesOf(text).map((clause) => clause.text.trim())];
    return clauses.some((clause) => ALLOWS.test(clause.replace(LEAD, '')) || ZH_ALLOWS.test(clause)) && rulesOf(sentence, 'permission').length > 0;
  });
}
