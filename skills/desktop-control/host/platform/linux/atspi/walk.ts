import type { AccessibleNode, AccessibleSight } from '../../platform';
import { keyOf, type AccessibilityBus, type Place } from './bus';
import { readItems } from './item-view';
import { memoryOf } from './memory';
import { children, describe, features, place2, states, type From } from './node';
import { readTable, type Look } from './table';
import { isQt } from './toolkit';

/** Roles whose states must be known before their children are asked for. */
const mayManage = /table|tree|list|document|menu/;

/** A web page can make a text field a password field: these roles are asked each time. */
const mayHide = /text|entry/;

/** Limits of one look; a bigger tree is answered `partial`. */
export interface Budget {
  nodes: number;
  depth: number;
  milliseconds: number;
  childrenOfOne: number;
}

export const usualBudget: Budget = { nodes: 700, depth: 24, milliseconds: 10_000, childrenOfOne: 200 };

/** Containers that say nothing: kept out of the result, their children stay. */
const silent = new Set(['panel', 'filler', 'section', 'unknown', 'redundant object', 'scroll pane', 'viewport', 'split pane', 'separator', 'layered pane', 'glass pane', 'grouping']);

const mostParagraphs = 150;

/** Roles that never have children worth a question. */
const leaves = new Set(['push button', 'toggle button', 'label', 'check menu item', 'radio menu item', 'separator', 'check box', 'radio button', 'scroll bar', 'slider', 'progress bar', 'spin button', 'password text', 'icon', 'image', 'drawing area', 'filler item', 'tearoff menu item']);

/**
 * Visible nodes below `top`, in reading order. Only showing nodes are entered, siblings are asked in
 * parallel, and the children of a node that manages its descendants are never asked for:
 * Calc's table claims 17 billion and freezes over the question.
 */
export async function walk(bus: AccessibilityBus, top: Place, origin: From, signal: AbortSignal, look: Look, budget: Budget = usualBudget): Promise<AccessibleSight> {
  const deadline = Date.now() + budget.milliseconds;
  const memory = memoryOf(bus);
  let visited = 0;
  let partial: string | null = null;

  const visit = async (place: Place, depth: number, isTop: boolean): Promise<AccessibleNode[]> => {
    if (signal.aborted) return [];
    if (Date.now() > deadline) partial = `stopped after ${budget.milliseconds} ms`;
    else if (visited >= budget.nodes) partial = `stopped after ${budget.nodes} elements`;
    else if (depth > budget.depth) partial = `stopped at depth ${budget.depth}`;
    if (partial !== null && (Date.now() > deadline || visited >= budget.nodes || depth > budget.depth)) return [];
    const key = keyOf(place);
    const known = memory.node(key);
    const asking = states(bus, place);
    // Asked along with the states where an earlier look has found the node showing: a wave of questions less a level.
    const role = known && !mayHide.test(known.role) ? known.role : undefined;
    const asked = known?.showing ? features(bus, place, origin, role) : undefined;
    const askedBelow = known?.showing && !known.managed && !leaves.has(known.role) && !mayManage.test(known.role) ? children(bus, place) : undefined;
    const set = await asking;
    const showing = set !== null && !set.has('defunct') && set.has('showing');
    if (!set || set.has('defunct') || (!showing && !isTop)) {
      if (known) memory.note(key, { ...known, showing: false });
      return [];
    }
    visited += 1;
    const managed = set.has('manages_descendants');
    const node = await describe(bus, place, set, depth, origin, asked ?? features(bus, place, origin, role));
    if (node.role !== '') memory.note(key, { role: node.role, showing, managed });
    // LibreOffice keeps a second, never drawn menu bar; a closed menu's items are not to be seen either.
    if (node.role === 'menu bar' && !node.box) return [];
    const closed = node.role === 'menu' && !node.states.includes('selected') && !node.states.includes('expanded');
    const below = managed || closed || leaves.has(node.role) ? [] : await (askedBelow ?? children(bus, place));
    if (managed && node.role === 'document text') {
      const paragraphs = await Promise.all((await paragraphsOf(bus, place)).map((child) => visit(child, depth + 1, false)));
      return [node, ...paragraphs.flat()];
    }
    if (managed) {
      const cells = (await isQt(bus, place)) ? await readItems(bus, place, node, depth + 1, origin, deadline) : node.role.includes('table') ? await readTable(bus, place, node, depth + 1, origin, deadline, look) : [];
      return [node, ...cells];
    }
    if (below.length > budget.childrenOfOne) partial = `${below.length} children of one element, looked at ${budget.childrenOfOne}`;
    const kept = !(silent.has(node.role) && node.name === '');
    const deeper = await Promise.all(below.slice(0, budget.childrenOfOne).map((child) => visit(child, depth + (kept ? 1 : 0), false)));
    return [...(kept ? [node] : []), ...deeper.flat()];
  };

  const nodes = await visit(top, 0, true);
  return { nodes, partial };
}

/** Writer's document manages its descendants too, but has only the visible paragraphs: counted first, then taken one by one. */
async function paragraphsOf(bus: AccessibilityBus, document: Place): Promise<Place[]> {
  const count = await bus.property(document, 'Accessible', 'ChildCount');
  if (typeof count !== 'number' || count < 1 || count > mostParagraphs) return [];
  const replies = await Promise.all(Array.from({ length: count }, (_, index) => bus.ask(document, 'Accessible', 'GetChildAtIndex', 'i', [index])));
  return replies.map((reply) => place2(reply?.[0])).filter((place): place is Place => place !== null);
}
