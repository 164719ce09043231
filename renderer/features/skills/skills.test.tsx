// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DesktopBridge } from '../../../preload/contract/bridge';
import { connect } from '../../app/connect';
import { createAppStore } from '../../app/store';
import { StoreContext } from '../../app/store-context';
import { createFakeBridge } from '../../dev/fake-bridge';
import { scene } from '../../dev/scenes';
import { skillReview, skillsPage } from '../../dev/skills';
import { startTranslation } from '../../lib/i18n';
import { SkillsDialog } from './skills-dialog';

let host: HTMLElement;
let root: Root;
let disconnect: () => void;
let store: ReturnType<typeof createAppStore>;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await act(
      () =>
        new Promise<void>((resolve) => {
          setTimeout(resolve, 5);
        }),
    );
  }
}
const all = (id: string, within: HTMLElement = host): HTMLElement[] => [...within.querySelectorAll<HTMLElement>(`[data-testid="${id}"]`)];
const get = <T extends HTMLElement = HTMLElement>(id: string, within: HTMLElement = host): T => all(id, within)[0] as T;
const item = (name: string): HTMLElement => all('skill-item').find(({ dataset }) => dataset.name === name)!;
const click = (element: HTMLElement): Promise<void> => act(async () => element.click());

/** The page over the skills of the scenes. */
async function show(change: Partial<DesktopBridge> = {}): Promise<void> {
  const given = scene('empty', { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 1, height: 1 });
  const bridge = { ...createFakeBridge(given), ...change };
  store = createAppStore(bridge);
  disconnect = connect(store, bridge);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  act(() =>
    root.render(
      <StoreContext value={store}>
        <SkillsDialog />
      </StoreContext>,
    ),
  );
  act(() => store.getState().openSkills());
  await until(() => all('skill-item').length === skillsPage.skills.length);
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  startTranslation('en');
});
afterEach(() => {
  act(() => root.unmount());
  disconnect();
  host.remove();
});

describe('the page', () => {
  it('shows where each comes from, what waits for a look, and why one is not loaded', async () => {
    await show();
    expect(item('tidy-notes').dataset.state).toBe('untrusted');
    expect(all('skill-enable', item('tidy-notes'))).toHaveLength(0);
    expect(item('house-style').textContent).toContain('others than those you trusted');
    expect(get('skill-not-loaded').textContent).toContain('gives no description');
    expect(get<HTMLInputElement>('skill-enable', item('calculator')).checked).toBe(true);
    expect(get<HTMLInputElement>('skill-enable', item('current-weather')).checked).toBe(false);
    // What is off, not trusted or without a program can't be tried.
    expect(['current-weather', 'tidy-notes', 'house-style'].flatMap((name) => all('skill-try', item(name)))).toEqual([]);
  });

  it('switches one off, and says why when that fails', async () => {
    const asked: unknown[] = [];
    await show({ enableSkill: (change) => (asked.push(change), Promise.reject(new Error('The disk is full.'))) });
    await click(get('skill-enable', item('calculator')));
    expect(asked).toEqual([{ name: 'calculator', enabled: false }]);
    expect(get('skills-word').textContent).toBe('The disk is full.');
    expect(get<HTMLInputElement>('skill-enable', item('calculator')).checked).toBe(true);
  });

  it('takes one in, removes one with a way back, and finds by words', async () => {
    const asked: string[] = [];
    await show({
      importSkills: (kind) => (asked.push(kind), Promise.resolve(['new-one'])),
      removeSkill: (folder) => (asked.push(`remove ${folder}`), Promise.resolve(skillsPage)),
      restoreSkill: (folder) => (asked.push(`restore ${folder}`), Promise.resolve(skillsPage)),
    });
    await click(get('skill-import'));
    expect(get('skills-word').textContent).toContain('Taken in: new-one');
    await click(get('skill-remove', item('tidy-notes')));
    await click(get('skill-undo'));
    expect(asked).toEqual(['zip', 'remove tidy-notes', 'restore tidy-notes']);
    const field = get<HTMLInputElement>('skill-search');
    await act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, 'WEATHER');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(all('skill-item').map(({ dataset }) => dataset.name)).toEqual(['current-weather']);
  });
});

describe('trust', () => {
  it('shows files, scripts and findings, needs a tick and a press, and is bound to what was shown', async () => {
    const asked: unknown[] = [];
    await show({ trustSkill: (request) => (asked.push(request), Promise.resolve(skillsPage)) });
    await click(get('skill-trust', item('tidy-notes')));
    const review = get('skill-review');
    expect(get('skill-findings', review).querySelectorAll('[data-kind]')).toHaveLength(3);
    expect(get('skill-files', review).textContent).toContain('base64 -d | sh');
    expect(get('skill-hash', review).textContent).toContain(skillReview.hash);
    const yes = get<HTMLButtonElement>('skill-trust-confirm', review);
    expect(yes.disabled).toBe(true);
    await click(get('skill-seen', review));
    expect(yes.disabled).toBe(false);
    for (const target of [yes, get('skill-seen', review)]) {
      const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
      await act(async () => void target.dispatchEvent(enter));
      expect(enter.defaultPrevented).toBe(true);
    }
    expect(asked).toEqual([]);
    await click(yes);
    expect(asked).toEqual([{ name: 'tidy-notes', hash: skillReview.hash }]);
    expect(all('skill-review')).toHaveLength(0);
  });

  it('stays open with the reason, and the files as they are now, when they are others by now', async () => {
    let looks = 0;
    const hash = 'f'.repeat(64);
    await show({
      trustSkill: () => Promise.reject(new Error('The files were changed since you looked at them.')),
      reviewSkill: () => Promise.resolve(looks++ === 0 ? skillReview : { ...skillReview, hash }),
    });
    await click(get('skill-trust', item('tidy-notes')));
    await click(get('skill-seen'));
    await click(get('skill-trust-confirm'));
    await until(() => get('skill-hash').textContent?.includes(hash) === true);
    expect(get('skill-review-word').textContent).toContain('were changed since');
    expect(get<HTMLInputElement>('skill-seen').checked).toBe(false);
  });
});

describe('trying one', () => {
  it('asks for what is needed, and shows the call and its end as they come', async () => {
    const asked: unknown[] = [];
    await show({ trySkill: (request) => (asked.push(request), Promise.resolve({ session: 't' })) });
    const calculator = item('calculator');
    await click(get('skill-try', calculator));
    await act(async () => void get('skill-form', calculator).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(asked).toEqual([]);
    expect(calculator.textContent).toContain('This is needed.');
    const field = get<HTMLInputElement>('skill-argument-expression', calculator);
    await act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, '1 + 1');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => void get('skill-form', calculator).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(asked).toEqual([{ name: 'calculator', args: { expression: '1 + 1' } }]);
    const result = { status: 'success' as const, data: {}, text: '2', stats: { time_ms: 1 }, context: { cwd: '/', params_input: {} } };
    act(() => {
      store.getState().receiveChat(
        [
          { type: 'run_start', session: 't', model: 'm', workspace: '/w' },
          { type: 'user', text: 'Try' },
          { type: 'tool_call', id: '1', tool: 'Skill', arguments: { name: 'calculator' } },
          { type: 'tool_result', id: '1', result },
          { type: 'run_end', status: 'completed', text: 'The skill answered: 2' },
        ],
        0,
      );
    });
    expect(get('skill-result', calculator).dataset.status).toBe('completed');
    expect(get('skill-result', calculator).textContent).toContain('The skill answered: 2');
  });
});

describe('what was learned', () => {
  it('is shown before and after, counts only after a yes, and can be taken back', async () => {
    const asked: unknown[] = [];
    await show({
      acceptLesson: (request) => (asked.push(['accept', request.name, request.lesson.after]), Promise.resolve(skillsPage)),
      revertLesson: (request) => (asked.push(['revert', request]), Promise.resolve(skillsPage)),
      getRequests: (id) => (asked.push(['sent', id]), Promise.resolve([])),
      adviseSkill: ({ name, model }) => (asked.push(['advise', name, model]), createFakeBridge(scene('empty', { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 1, height: 1 })).adviseSkill({ name, model })),
    });
    const calculator = item('calculator');
    await click(get('skill-advise', calculator));
    expect(asked).toEqual([['advise', 'calculator', false]]);
    expect(get('skill-advice').textContent).toContain('wrong arguments: 3');
    await click(get('skill-lesson-accept'));
    expect(asked[1]).toEqual(['accept', 'calculator', 'Calculates exactly with decimals of any length. Also for “math”; needs expression.']);
    await click(get('skill-lesson-revert'));
    expect(asked).toContainEqual(['revert', { name: 'calculator', kind: 'example' }]);
    await click(get('skill-advice-model'));
    expect(asked.at(-1)).toEqual(['advise', 'calculator', true]);
    await click(get('skill-advice-sent'));
    expect(asked.at(-1)).toEqual(['sent', 'outside-sessions']);
  });
});
