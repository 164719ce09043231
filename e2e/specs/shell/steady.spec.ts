import { expect, test } from '../../fixtures/test';

/** Where things stand in the page from now until the desktop's state is known, each different place once. */
const placesUntilKnown = (): Promise<string[]> =>
  new Promise((resolve) => {
    const places = new Set<string>();
    let known = false;
    const look = (): void => {
      const send = document.querySelector('[data-testid="send"]')?.getBoundingClientRect();
      const composer = document.querySelector('[data-testid="composer"]')?.getBoundingClientRect();
      if (send && composer) places.add(`send ${send.x},${send.y} composer ${composer.x},${composer.y}`);
      if (known) resolve([...places]);
      else requestAnimationFrame(look);
    };
    look();
    const ask = (): void => {
      window.deskwright.getState().then(
        ({ desktop }) => {
          if (desktop.available) setTimeout(() => (known = true), 300);
          else setTimeout(ask, 20);
        },
        () => setTimeout(ask, 20),
      );
    };
    ask();
  });

test('nothing moves under the pointer while the rest of the app comes up: a click then would miss', async ({ start }) => {
  const app = await start({ early: true });
  expect(await app.page.evaluate(placesUntilKnown)).toHaveLength(1);
});
