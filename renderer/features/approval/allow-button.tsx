import { useRef, type MouseEvent, type PointerEvent, type ReactElement, type ReactNode } from 'react';
import { Button } from '../../ui/button';
import styles from './approval.module.css';

interface AllowButtonProps {
  /** Whether a press counts. */
  armed: boolean;
  /** Whether a key counts. */
  armedKeys: boolean;
  /** True once an answer is on its way. */
  sent: boolean;
  look: 'primary' | 'danger' | 'plain';
  testId: string;
  describedBy?: string | undefined;
  /** Pressed and released with a pointer. */
  onAllow(): void;
  /** Activated in any other way (keyboard, accessibility action): one more step is needed. */
  onConfirm(): void;
  /** Whether an event comes from the person's devices and not from a script. */
  isGenuine(event: Event): boolean;
  children: ReactNode;
}

/**
 * A button that approves by pointer alone, and only when the press itself began while it was armed.
 * A click without a pointer (`detail` 0) is Enter, Space or an accessibility action; that asks for the code.
 */
export function AllowButton({ armed, armedKeys, sent, look, testId, describedBy, onAllow, onConfirm, isGenuine, children }: AllowButtonProps): ReactElement {
  const pressed = useRef(false);
  const onPointerDown = (event: PointerEvent): void => {
    pressed.current = armed && !sent && event.button === 0 && isGenuine(event.nativeEvent);
  };
  const onClick = (event: MouseEvent): void => {
    const began = pressed.current;
    pressed.current = false;
    if (sent || !isGenuine(event.nativeEvent)) return;
    if (event.detail === 0 && armedKeys) onConfirm();
    else if (event.detail > 0 && armed && began) onAllow();
  };
  return (
    <Button
      className={[styles.allow, !armed && styles.arming].filter(Boolean).join(' ')}
      look={look}
      data-testid={testId}
      aria-disabled={!armed || sent}
      aria-describedby={describedBy}
      onPointerDown={onPointerDown}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
