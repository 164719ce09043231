/** Something that a person can act on, as the page shows it. */
export interface ElementFact {
  /** Place in `elements` of the same look. */
  index: number;
  role: string;
  name: string;
  /** Text near it that tells it from others of the same name. */
  near: string;
  placeholder: string;
  value: string;
  /** Of an input: its type; of a link: where it leads. */
  type: string;
  href: string;
  options: string[];
  states: string[];
  /** Number of its form on the page, −1 for none. */
  form: number;
  /** Whether pressing it sends its form. */
  submits: boolean;
  /** Words of its own marks (class, id), for icons without a name. */
  marks: string;
  inMain: boolean;
  inView: boolean;
}

export interface FormFact {
  name: string;
  method: string;
  /** Fields for text that people see. */
  fields: number;
  isSearch: boolean;
  hasPassword: boolean;
  submitName: string;
}

export interface PageLook {
  title: string;
  language: string;
  headings: { level: number; text: string }[];
  /** Lines as people see them, those of the main part first. */
  text: string[];
  facts: ElementFact[];
  forms: FormFact[];
  /** Characters of text that people do not see, by why not. */
  hidden: Record<string, number>;
  /** Whether there was more than is looked at. */
  isCut: boolean;
}

/**
 * Looks at the document as a person would. Runs inside the page, as text: it uses nothing from
 * outside itself. What it says is the page's word, which the page can make up.
 */
export function look({ mostNodes, mostElements }: { mostNodes: number; mostElements: number }): { look: PageLook; elements: Element[] } {
  interface State {
    hidden: string;
    isMain: boolean;
    clip: { left: number; top: number; right: number; bottom: number };
    background: string | null;
  }
  const elements: Element[] = [];
  const facts: ElementFact[] = [];
  const headings: { level: number; text: string }[] = [];
  const mainLines: string[] = [];
  const otherLines: string[] = [];
  const hidden: Record<string, number> = {};
  const forms: HTMLFormElement[] = [...document.forms];
  let nodes = 0;
  let isCut = false;
  let line = '';
  let lineInMain = true;
  const squeeze = (text: string): string => text.replace(/[\s\u200b-\u200f\u2060\ufeff\u{e0000}-\u{e007f}]+/gu, ' ').trim();
  const endLine = (): void => {
    const text = squeeze(line);
    if (text !== '') (lineInMain ? mainLines : otherLines).push(text);
    line = '';
  };

  const painter = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colours = new Map<string, number[]>();
  const colourOf = (text: string): number[] => {
    let colour = colours.get(text);
    if (!colour && painter) {
      painter.clearRect(0, 0, 1, 1);
      painter.fillStyle = '#000';
      painter.fillStyle = text;
      painter.fillRect(0, 0, 1, 1);
      colour = [...painter.getImageData(0, 0, 1, 1).data];
      colours.set(text, colour);
    }
    return colour ?? [0, 0, 0, 255];
  };
  const luminance = ([r = 0, g = 0, b = 0]: number[]): number => {
    const part = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const isSameColour = (text: string, background: string | null): boolean => {
    const front = colourOf(text);
    if ((front[3] ?? 255) < 26) return true;
    if (background === null) return false;
    const [a, b] = [luminance(front), luminance(colourOf(background))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 1.15;
  };
  const root = document.documentElement;
  const pageWidth = Math.max(root.scrollWidth, innerWidth);
  const pageHeight = Math.max(root.scrollHeight, innerHeight);
  const isOutside = (box: DOMRect): boolean => box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || box.left + scrollX >= pageWidth || box.top + scrollY >= pageHeight;
  const isCutOff = (box: DOMRect, { clip }: State): boolean => box.right <= clip.left || box.left >= clip.right || box.bottom <= clip.top || box.top >= clip.bottom;
  const hide = (why: string, text: string | null): void => {
    const length = squeeze(text ?? '').length;
    if (length > 0) hidden[why] = (hidden[why] ?? 0) + length;
  };
  /** Why nobody sees a box; empty when it is seen. */
  const whyUnseen = (box: DOMRect, state: State): string => {
    if (state.hidden !== '') return state.hidden;
    if (box.width < 2 || box.height < 2) return 'no size';
    if (isOutside(box)) return 'outside the page';
    return isCutOff(box, state) ? 'cut off' : '';
  };

  const visibleText = (element: Element): string => squeeze(element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''));
  const labelled = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const scope = element.getRootNode();
    const found = ids.map((id) => (scope instanceof Document || scope instanceof ShadowRoot ? scope.getElementById(id) : null));
    return squeeze(found.map((each) => each?.textContent ?? '').join(' '));
  };
  const labelsOf = (element: Element): HTMLLabelElement[] => ('labels' in element && element.labels instanceof NodeList ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : []);
  const labelText = (label: HTMLLabelElement): string => {
    const inner = [...label.querySelectorAll('select, textarea')].map((each) => each.textContent ?? '');
    return squeeze(inner.reduce((text, part) => text.replace(part, ' '), label.textContent ?? ''));
  };
  const isButtonInput = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement && ['submit', 'button', 'reset', 'image'].includes(element.type);
  const isField = (element: Element): boolean => (element instanceof HTMLInputElement && !isButtonInput(element)) || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;
  const nameOf = (element: Element): string => {
    const own = labelled(element) || squeeze(element.getAttribute('aria-label') ?? '') || squeeze(labelsOf(element).map(labelText).join(' '));
    if (own !== '') return own.slice(0, 160);
    const usual: Record<string, string> = { submit: 'Submit', reset: 'Reset' };
    if (isButtonInput(element)) return squeeze(element.value || element.alt || element.title || (usual[element.type] ?? '')).slice(0, 160);
    const text = isField(element) ? '' : visibleText(element);
    const picture = element.querySelector('img[alt]:not([alt=""]), svg title, [aria-label]');
    const drawn = picture ? squeeze(picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? picture.textContent ?? '') : '';
    return (text || drawn || squeeze(element.getAttribute('title') ?? element.getAttribute('placeholder') ?? element.getAttribute('name') ?? '')).slice(0, 160);
  };
  const roles = new Set(['button', 'link', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'checkbox', 'radio', 'switch', 'option', 'combobox', 'textbox', 'searchbox', 'slider', 'spinbutton', 'treeitem']);
  /** The role of something that can be acted on; empty for the rest. */
  const roleOf = (element: Element, style: CSSStyleDeclaration): string => {
    const given = element.getAttribute('role')?.trim().toLowerCase() ?? '';
    if (roles.has(given)) return given;
    if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return element.hasAttribute('href') ? 'link' : '';
    if (element instanceof HTMLButtonElement || isButtonInput(element)) return 'button';
    if (element instanceof HTMLInputElement) {
      const byType: Record<string, string> = { hidden: '', checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox', file: 'file', password: 'password' };
      return byType[element.type] ?? (element.list ? 'combobox' : 'textbox');
    }
    if (element instanceof HTMLTextAreaElement) return 'textbox';
    if (element instanceof HTMLSelectElement) return element.multiple ? 'listbox' : 'combobox';
    if (element.tagName === 'SUMMARY') return 'button';
    if (element instanceof HTMLElement && element.isContentEditable && !element.parentElement?.isContentEditable) return 'textbox';
    if (element.hasAttribute('onclick')) return 'clickable';
    const above = element.parentElement ? getComputedStyle(element.parentElement).cursor : '';
    const isTarget = style.cursor === 'pointer' && above !== 'pointer' && !(element instanceof HTMLLabelElement && element.control) && !element.closest('a[href], button');
    return isTarget ? 'clickable' : '';
  };
  const nearOf = (element: Element): string => {
    const around = element.closest('tr, li, article, [role=row], [role=listitem], fieldset, section');
    if (!around) return '';
    const text = visibleText(around);
    return text.length > 400 ? '' : text.slice(0, 80);
  };
  // Asked of the class, because a field of that name would stand before the form's own property.
  const partsOf = (form: HTMLFormElement): Element[] => [...(Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, 'elements')?.get?.call(form) as HTMLFormControlsCollection)];
  const submitterOf = (form: HTMLFormElement): Element | undefined => partsOf(form).find((each) => (each instanceof HTMLButtonElement && each.type === 'submit') || (each instanceof HTMLInputElement && ['submit', 'image'].includes(each.type)));
  const addFact = (element: Element, role: string, box: DOMRect, isMain: boolean): void => {
    if (facts.length >= mostElements) {
      isCut = true;
      return;
    }
    const form = 'form' in element && element.form instanceof HTMLFormElement ? element.form : element.closest('form');
    const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement ? element : null;
    const says = (name: string): boolean => element.getAttribute(`aria-${name}`) === 'true';
    const states = [
      ...(('disabled' in element && element.disabled === true) || says('disabled') ? ['disabled'] : []),
      ...((element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type) && element.checked) || says('checked') ? ['checked'] : []),
      ...(says('selected') ? ['selected'] : []),
      ...(says('expanded') ? ['expanded'] : []),
      ...(field?.required || says('required') ? ['required'] : []),
      ...(field && 'readOnly' in field && field.readOnly ? ['read-only'] : []),
      ...(field && field.validity && !field.validity.valid && field.value !== '' ? ['invalid'] : []),
    ];
    const isPassword = element instanceof HTMLInputElement && (element.type === 'password' || /password|cc-(number|csc|exp)|one-time-code/.test(element.autocomplete));
    const value = isPassword ? (element.value === '' ? '' : '(filled)') : element instanceof HTMLSelectElement ? squeeze([...element.selectedOptions].map((option) => option.text).join(', ')) : field && !isButtonInput(element) && !['checkbox', 'radio', 'file'].includes(field.type) ? field.value : '';
    facts.push({
      index: elements.length,
      role: isPassword && role === 'textbox' ? 'password' : role,
      name: nameOf(element),
      near: nearOf(element),
      placeholder: squeeze(element.getAttribute('placeholder') ?? ''),
      value: value.slice(0, 200),
      type: element instanceof HTMLInputElement ? element.type : '',
      href: element instanceof HTMLAnchorElement ? element.href.slice(0, 300) : '',
      options: element instanceof HTMLSelectElement ? [...element.options].slice(0, 30).map((option) => squeeze(option.text)) : [],
      states,
      form: form ? forms.indexOf(form) : -1,
      submits: form !== null && ((element instanceof HTMLButtonElement && element.type === 'submit') || (element instanceof HTMLInputElement && ['submit', 'image'].includes(element.type))),
      marks: `${element.id} ${element.getAttribute('class') ?? ''} ${element.querySelector('svg, i, img')?.getAttribute('class') ?? ''} ${element.querySelector('use')?.getAttribute('href') ?? ''}`.slice(0, 300),
      inMain: isMain,
      inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    });
    // A box that only its label shows is pressed there.
    const label = element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type) && box.width < 2 ? labelsOf(element)[0] : undefined;
    elements.push(label ?? element);
  };

  const walkChildren = (node: Element | ShadowRoot, state: State): void => {
    const inner = node instanceof Element && node.shadowRoot ? node.shadowRoot.childNodes : node instanceof HTMLSlotElement && node.assignedNodes().length > 0 ? node.assignedNodes({ flatten: true }) : node.childNodes;
    for (const child of inner) {
      if (++nodes > mostNodes) {
        isCut = true;
        return;
      }
      if (child instanceof Text) walkText(child, state);
      else if (child instanceof Element) walk(child, state);
    }
  };
  const walkText = (node: Text, state: State): void => {
    const text = node.data;
    const parent = node.parentElement;
    if (squeeze(text) === '' || !parent) {
      if (line !== '') line += ' ';
      return;
    }
    const style = getComputedStyle(parent);
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const why =
      whyUnseen(box, state) ||
      (style.visibility !== 'visible' ? 'invisible' : parseFloat(style.fontSize) < 4 ? 'too small to read' : isSameColour(style.color, state.background) ? 'the colour of its background' : '');
    if (why !== '') return hide(why, text);
    lineInMain = state.isMain;
    line += text;
  };
  const walk = (element: Element, state: State): void => {
    const tag = element.tagName.toUpperCase();
    if (['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'IFRAME', 'OBJECT', 'CANVAS', 'VIDEO', 'AUDIO'].includes(tag)) return;
    const style = getComputedStyle(element);
    if (style.display === 'none') return hide('not displayed', element.textContent);
    const box = element.getBoundingClientRect();
    const next = { ...state };
    if (next.hidden === '') {
      if (element.getAttribute('aria-hidden') === 'true') next.hidden = 'aria-hidden';
      else if (parseFloat(style.opacity) < 0.05) next.hidden = 'transparent';
      else if (/inset\((?:4[5-9]|[5-9]\d|100)(?:\.\d+)?%/.test(style.clipPath) || /^rect\((?:0|1)px,? (?:0|1)px,? (?:0|1)px,? (?:0|1)px\)$/.test(style.clip)) next.hidden = 'no size';
    }
    if (['NAV', 'FOOTER', 'ASIDE'].includes(tag) || ['navigation', 'contentinfo', 'complementary', 'banner'].includes(element.getAttribute('role') ?? '') || (tag === 'HEADER' && !element.closest('main, article'))) next.isMain = false;
    if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
      const scrolls = (way: string): boolean => way === 'auto' || way === 'scroll';
      const { clip } = state;
      if (element !== document.body && element !== root) {
        next.clip = {
          left: scrolls(style.overflowX) ? clip.left : Math.max(clip.left, box.left),
          right: scrolls(style.overflowX) ? clip.right : Math.min(clip.right, box.right),
          top: scrolls(style.overflowY) ? clip.top : Math.max(clip.top, box.top),
          bottom: scrolls(style.overflowY) ? clip.bottom : Math.min(clip.bottom, box.bottom),
        };
      }
    }
    const painted = colourOf(style.backgroundColor)[3] ?? 0;
    if (style.backgroundImage !== 'none') next.background = null;
    else if (painted > 240) next.background = style.backgroundColor;
    else if (painted > 12) next.background = null;
    const isBlock = !style.display.startsWith('inline') && style.display !== 'contents';
    const role = roleOf(element, style);
    if (role !== '') {
      const isBox = element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type);
      const label = labelsOf(element)[0];
      const seen = isBox && label && (next.hidden === 'transparent' || box.width < 2) ? whyUnseen(label.getBoundingClientRect(), state) : whyUnseen(box, next);
      if (seen === '' && style.visibility === 'visible') addFact(element, role, box, next.isMain);
    }
    if (isBlock || tag === 'BR') endLine();
    const heading = /^H([1-6])$/.exec(tag)?.[1] ?? (element.getAttribute('role') === 'heading' ? (element.getAttribute('aria-level') ?? '2') : null);
    const before = heading === null ? 0 : mainLines.length + otherLines.length;
    walkChildren(element, next);
    if (isBlock) endLine();
    if (heading !== null && mainLines.length + otherLines.length > before && headings.length < 60) headings.push({ level: Number(heading), text: visibleText(element).slice(0, 160) });
    if (tag === 'TD' || tag === 'TH') line += ' | ';
  };

  const background = colourOf(getComputedStyle(root).backgroundColor)[3] ? getComputedStyle(root).backgroundColor : 'rgb(255, 255, 255)';
  if (document.body) walk(document.body, { hidden: '', isMain: true, clip: { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity }, background });
  endLine();
  return {
    elements,
    look: {
      title: squeeze(document.title).slice(0, 200),
      language: root.lang,
      headings,
      text: [...mainLines, ...otherLines],
      facts,
      forms: forms.map((form) => {
        const fields = partsOf(form).filter((each) => isField(each) && !(each instanceof HTMLInputElement && ['hidden', 'checkbox', 'radio'].includes(each.type)));
        const submitter = submitterOf(form);
        return {
          name: (labelled(form) || squeeze(form.getAttribute('aria-label') ?? form.querySelector('legend')?.textContent ?? form.getAttribute('name') ?? form.getAttribute('id') ?? '')).slice(0, 100),
          method: (form.getAttribute('method') ?? 'get').toLowerCase(),
          fields: fields.length,
          isSearch: form.closest('[role=search], search') !== null || fields.some((each) => each instanceof HTMLInputElement && each.type === 'search'),
          hasPassword: fields.some((each) => each instanceof HTMLInputElement && each.type === 'password'),
          submitName: submitter ? nameOf(submitter) : '',
        };
      }),
      hidden,
      isCut,
    },
  };
}
