import type { ButtonHTMLAttributes, ReactElement, Ref } from 'react';
import styles from './button.module.css';

type Look = 'plain' | 'primary' | 'danger' | 'quiet';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>;
  look?: Look;
  /** Square, for an icon alone; give it an `aria-label`. */
  icon?: boolean;
}

/** A push button; never submits a form unless told so. */
export function Button({ look = 'plain', icon = false, className, ...rest }: ButtonProps): ReactElement {
  const classes = [styles.button, look !== 'plain' && styles[look], icon && styles.icon, className];
  return <button type="button" {...rest} className={classes.filter(Boolean).join(' ')} />;
}
