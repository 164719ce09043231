// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { Constraint } from '../../../preload/contract/constraints';
import { StoreContext } from '../../app/store-context';
import { createAppStore } from '../../app/store';
import { createFakeBridge } from '../../dev/fake-bridge';
import { scene } from '../../dev/scenes';
import { startTranslation } from '../../lib/i18n';
import { ConstraintsList } from './constraints-list';

const rule = (text: string, enforced = true, exceptions: string[] = []): Constraint => ({ id: text, text, enforced, exceptions });
const held = [rule('Don’t touch a.txt.', true, ['You may now edit a.txt.']), rule('Never be rude.', false)];

let host: HTMLElement;
let root: Root;
let saved: string[][];

async function show(change: Partial<DesktopBridge> = {}): Promise<void> {
  saved = [];
  const fake = createFakeBridge(scene('empty', { language: 'en', theme: 'light' }, { image: new Uint8Array([1]), width: 10, height: 10 }));
  const bridge: DesktopBridge = {
    ...fake,
    getConstraints: () => Promise.resolve(held),
    saveConstraints: ({ texts }) => (saved.push(texts), Promise.resolve(texts.map((text) => rule(text)))),
    ...change,
  };
  const store = createAppStore(bridge);
  store.setState(({ conversations }) => ({ conversations: conversations.map((each) => ({ ...each, session: 's1' })) }));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<StoreContext value={store}>{<ConstraintsList />}</StoreContext>));
}

const items = (): string[] => [...host.querySelectorAll('li')].map((item) => item.textContent ?? '');
const button = (name: RegExp): HTMLButtonElement => [...host.querySelectorAll('button')].find((one) => name.test(one.getAttribute('aria-label') ?? ''))!;
const press = (name: RegExp): Promise<void> => act(async () => button(name).click());

async function write(words: string): Promise<void> {
  const input = host.querySelector<HTMLInputElement>('li input, section > form input')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, words);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => {
    input.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
}

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  startTranslation('en');
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

it('shows each rule word for word, who holds to it, and what was allowed later', async () => {
  await show();
  expect(items()[0]).toContain('Don’t touch a.txt.');
  expect(items()[0]).toContain('Except: You may now edit a.txt.');
  expect(host.querySelector('li [role="img"]')?.getAttribute('aria-label')).toMatch(/^Enforced/);
  expect(host.querySelectorAll('li [role="img"]')[1]?.getAttribute('aria-label')).toMatch(/code can’t check/);
});

it('edits, removes and adds', async () => {
  await show();
  await press(/^Edit the rule: Don’t/);
  await write('Don’t touch b.txt.');
  await press(/^Remove the rule: Never be rude/);
  await write('Only work in drafts/.');
  expect(saved).toEqual([['Don’t touch b.txt.', 'Never be rude.'], ['Don’t touch b.txt.'], ['Don’t touch b.txt.', 'Only work in drafts/.']]);
  expect(items()).toHaveLength(2);
});

it('keeps the words and says why when they could not be kept', async () => {
  await show({ saveConstraints: () => Promise.reject(new Error('the disk is full')) });
  await press(/^Edit the rule: Don’t/);
  await write('Another rule.');
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('the disk is full');
  expect(host.querySelector<HTMLInputElement>('li input')?.value).toBe('Another rule.');
});
