import type { DesktopBridge } from '../../../preload/contract/bridge';
import type { RunEvent } from '../../../preload/contract/run-event';
import type { OngoingConversation, StoredConversation } from '../../../preload/contract/sessions';
import { reason, type GetSlice, type SetSlice } from '../../lib/slice';
import { applyEvent } from './apply-event';
import { createConversation, type Conversation, type QuestionItem } from './conversation';

export interface ChatSlice {
  /** Newest first. Kept for as long as this window lives. */
  conversations: Conversation[];
  /** Key of the one that is shown. */
  current: string;
  /** Key of the one whose run is going on, or was last. */
  running: string;
  /** What is in the composer; put back when a request can't be sent. */
  draft: string;
  /** True between Send and the main process's answer. */
  sending: boolean;
  /** Why the last request wasn't sent. */
  sendError: string | null;
  setDraft(draft: string): void;
  /** Starts a run with this text in the conversation that is shown. */
  send(text: string, how?: { planner: true }): Promise<void>;
  answer(question: QuestionItem, text: string): Promise<void>;
  /** Shows an empty conversation; the next request begins a new session. */
  newConversation(): void;
  select(key: string): void;
  /** Shows a stored session, whose next request goes on with it. */
  addStored(stored: StoredConversation): void;
  renameConversation(session: string, title: string): void;
  dropConversation(session: string): void;
  /** Shows the session whose run goes on, in place of what a page that was just loaded has seen of it. */
  receiveOngoing(conversation: OngoingConversation): void;
  receiveChat(events: RunEvent[], now: number): void;
}

type Bridge = Pick<DesktopBridge, 'startRun' | 'answerQuestion'>;

/** Folds a run's events into its conversation. */
export function createChatSlice(set: SetSlice<ChatSlice>, get: GetSlice<ChatSlice>, bridge: Bridge): ChatSlice {
  const first = createConversation();
  const update = (key: string, change: (conversation: Conversation) => Conversation): void =>
    set(({ conversations }) => ({ conversations: conversations.map((each) => (each.key === key ? change(each) : each)) }));
  const markAnswer = (key: string, answer: string | null): void => {
    const mark = (conversation: Conversation): Conversation => ({
      ...conversation,
      items: conversation.items.map((item) => (item.kind === 'question' && item.key === key ? { ...item, answer, open: answer === null } : item)),
    });
    update(get().running, mark);
  };

  /** What New task and another session leave: all with something in them, and the one whose run was sent but has told nothing yet. */
  const kept = (): Conversation[] => get().conversations.filter(({ key, items }) => items.length > 0 || key === get().running);

  return {
    conversations: [first],
    current: first.key,
    running: first.key,
    draft: '',
    sending: false,
    sendError: null,
    setDraft: (draft) => set({ draft, sendError: null }),
    async send(text, how) {
      if (get().sending) return;
      const { current, conversations, running } = get();
      const session = conversations.find((each) => each.key === current)?.session ?? undefined;
      set({ sending: true, sendError: null, draft: '', running: current });
      try {
        await bridge.startRun({ text, ...(session ? { session } : {}), ...how });
      } catch (error) {
        set({ sendError: reason(error), draft: get().draft || text, running });
      } finally {
        set({ sending: false });
      }
    },
    async answer(question, text) {
      markAnswer(question.key, text);
      try {
        await bridge.answerQuestion({ id: question.id, text });
      } catch (error) {
        markAnswer(question.key, null);
        set({ sendError: reason(error), draft: get().draft || text });
      }
    },
    newConversation() {
      const { conversations, current, running, sending } = get();
      const shown = conversations.find((each) => each.key === current);
      const isTaken = sending && current === running;
      if (shown && shown.items.length === 0 && shown.session === null && !isTaken) return;
      const fresh = createConversation();
      set({ conversations: [fresh, ...kept()], current: fresh.key, sendError: null });
    },
    select(key) {
      const staying = kept();
      set(({ conversations }) => ({ current: key, conversations: conversations.filter((each) => each.key === key || staying.includes(each)) }));
    },
    addStored(stored) {
      const shown = { ...folded(stored, 0), startedAt: null, endedAt: null };
      set({ conversations: [shown, ...kept()], current: shown.key, sendError: null });
    },
    renameConversation: (session, title) => set(({ conversations }) => ({ conversations: conversations.map((each) => (each.session === session ? { ...each, title } : each)) })),
    dropConversation(session) {
      const left = get().conversations.filter((each) => each.session !== session);
      const kept = left.length > 0 ? left : [createConversation()];
      const { current } = get();
      set({ conversations: kept, current: kept.some(({ key }) => key === current) ? current : (kept[0]?.key ?? '') });
    },
    receiveOngoing({ since, ...stored }) {
      const shown = { ...folded(stored, since), startedAt: since, endedAt: null };
      set({ conversations: [shown], current: shown.key, running: shown.key });
    },
    receiveChat(events, now) {
      if (events.length === 0) return;
      if (!get().conversations.some((each) => each.key === get().running)) set({ running: get().current });
      update(get().running, (conversation) => events.reduce((folded, event) => applyEvent(folded, event, now), conversation));
    },
  };
}

/** A stored session as this window draws it; `now`: when it counts as told, wall-clock milliseconds. */
function folded({ id, title, events }: StoredConversation, now: number): Conversation {
  const conversation = events.reduce((told, event) => applyEvent(told, event, now), { ...createConversation(), title });
  return { ...conversation, session: id };
}
