import type { Settings, SettingsPatch, SettingsView } from '../../../preload/contract/settings';
import { connectionOf, connectionPatch, type Connection } from './connection';
import { numbersOf, valuesOf, type Numbers } from './numbers';
import { tiersOf, tiersPatch, type TierForm } from './tier-fields';

type Choices = Pick<Settings, 'dialect' | 'language' | 'theme' | 'approval_mode' | 'workspace'>;

/** The settings dialog's fields. `max_steps` stays text until it is saved, so that typing isn't corrected under the person's hands. */
export interface SettingsForm extends Choices {
  connection: Connection;
  max_steps: string;
  /** Words separated by commas. */
  private_windows: string;
  /** One a line. */
  private_patterns: string;
  numbers: Numbers;
  tiers: TierForm;
}

/** The fields as the settings stand. */
export function formOf(view: SettingsView): SettingsForm {
  const { dialect, language, theme, approval_mode, workspace, max_steps } = view;
  return { connection: connectionOf(view), dialect, language, theme, approval_mode, workspace, max_steps: String(max_steps), private_windows: view.private_windows.join(', '), private_patterns: view.private_patterns.join('\n'), numbers: numbersOf(view), tiers: tiersOf(view) };
}

/** The number of steps, null when it isn't a whole number from 1 to 1000 (the contract's range). */
export function stepsOf(form: SettingsForm): number | null {
  const steps = Number(form.max_steps);
  return form.max_steps.trim() !== '' && Number.isInteger(steps) && steps >= 1 && steps <= 1000 ? steps : null;
}

/** The words between commas, also Chinese ones. */
function wordsOf(written: string): string[] {
  return written.split(/[,，、\n]/).map((word) => word.trim()).filter((word) => word !== '');
}

/** Lines that hold something; a pattern may have commas in it. */
function linesOf(written: string): string[] {
  return written.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

/** The fields as a patch; null when one of them can't be saved. */
export function patchOf(form: SettingsForm, view?: SettingsView): SettingsPatch | null {
  const steps = stepsOf(form);
  const numbers = valuesOf(form.numbers);
  if (steps === null || numbers === null) return null;
  const { dialect, language, theme, approval_mode, workspace } = form;
  return { ...connectionPatch(form.connection), ...numbers, ...tiersPatch(form.tiers, view), dialect, language, theme, approval_mode, workspace, max_steps: steps, private_windows: wordsOf(form.private_windows), private_patterns: linesOf(form.private_patterns) };
}

/** Whether the fields differ from the settings. */
export function isChanged(form: SettingsForm, view: SettingsView): boolean {
  return JSON.stringify(form) !== JSON.stringify(formOf(view));
}
