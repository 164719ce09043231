import { z } from 'zod';
import { defineTool, type Outcome, type Tool } from '../../main/tools/tool';
import { compact } from './compact';
import type { HostClient } from './host-client';
import { failed } from './outcome';
import type { ObserveResult, SeenWindow } from './protocol';

const parameters = z
  .object({
    what: z.enum(['elements', 'screenshot', 'both', 'marks']).default('both').describe('elements: names, roles and values as text (cheap, exact); screenshot: the picture; both; marks: both, and in the picture the number of each element you can act on (12 is ref e12).'),
    window: z.string().optional().describe('Part of a window title, a program name or a window id; default the active window. The picture shows the whole display that it is on; "display 1" shows that one.'),
    find: z.string().optional().describe('Only elements whose name, role or value holds these words, e.g. "save button". English or Chinese.'),
    region: z
      .tuple([z.number(), z.number(), z.number(), z.number()])
      .optional()
      .describe('[x, y, width, height] in pixels of the latest picture: photographs only this part, enlarged as far as the screen allows.'),
  })
  .strict();

const description = `See the desktop: open windows, the elements of one window, and the picture of the screen.
Use it before the first action, after anything unexpected, and to prove a result. Prefer what="elements" when names are enough. To read files use Read, not this.
Answer: capture (id, width, height: x and y of Computer are pixels of this picture), windows, elements (ref, role, name, value, states, box [x, y, width, height] in the same pixels).
Example: {"what": "elements", "find": "save button"}`;

export function observeTool(host: HostClient): Tool {
  return defineTool({
    name: 'Observe',
    description,
    parameters,
    access: 'read',
    timeoutMs: 40_000,
    facts: () => Promise.resolve({}),
    run: async (params, context): Promise<Outcome> => {
      try {
        const result = await host.call('observe', params, context.signal);
        return outcomeOf(result, params.what, params.find);
      } catch (error) {
        return failed(error);
      }
    },
  });
}

function outcomeOf(result: ObserveResult, what: string, find: string | undefined): Outcome {
  const { image, meanwhile, elements, partial, accessibility, hidden, unchanged, ...always } = result;
  // What goes without saying is left out: the model is sent all of this with every look.
  const data = {
    ...always,
    elements: elements.map(({ depth: _, ...element }) => element),
    ...(partial === null ? {} : { partial }),
    ...(accessibility.available ? {} : { accessibility }),
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(unchanged ? { unchanged } : {}),
  };
  const size = `capture ${result.capture.id} (${result.capture.width} × ${result.capture.height})`;
  const elsewhere = (window: SeenWindow): string => (window.display === result.capture.display ? '' : `, on display ${window.display}`);
  const windows = result.windows.map((window) => `${window.active ? '* ' : '  '}${window.id} "${window.title}" (${window.app}${elsewhere(window)})`);
  const same = result.unchanged ? `The picture is unchanged since capture ${result.capture.id}, which you have; x and y of it still count.` : '';
  const lines = [...(meanwhile ? [meanwhile] : []), ...(same ? [same] : []), size + others(result), windows.length > 0 ? `windows (* active):\n${windows.join('\n')}` : 'no windows'];
  if (result.looked_at !== null && result.elements.length > 0) lines.push(`elements of "${result.looked_at}":\n${compact(result.elements)}`);
  else if (find) lines.push(`no element matches "${find}"`);
  else if (what !== 'screenshot' && result.looked_at !== null) lines.push(`"${result.looked_at}" tells nothing about its elements; work from the picture.`);
  if (!result.accessibility.available) lines.push(`Elements are not available here (${result.accessibility.reason}); work from the picture.`);
  for (const box of result.hidden) lines.push(`Deskwright's own window lies over [${box.join(', ')}]; the picture shows what is behind it, as far as that is known. Clicks there are refused; press with a ref works.`);
  if (result.partial) lines.push(`partial: ${result.partial}`);
  return {
    status: result.partial ? 'partial' : 'success',
    data,
    text: lines.join('\n'),
    ...(image ? { images: [{ mime: 'image/jpeg' as const, bytes: image }] } : {}),
  };
}

/** Says which displays the picture does not show, when there are several. */
function others({ displays, capture }: ObserveResult): string {
  if (displays.length < 2) return '';
  const told = displays.filter(({ id }) => id !== capture.display).map(({ id, width, height }) => `display ${id} (${width} × ${height})`);
  return ` of display ${capture.display}; not in the picture: ${told.join(', ')}`;
}
