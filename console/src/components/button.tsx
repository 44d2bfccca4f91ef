// Buttons, and links that look like buttons.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'wouter';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'ghost';

const classOf = (variant: ButtonVariant, size: 'normal' | 'small'): string =>
  `button button-${variant}${size === 'small' ? ' button-small' : ''}`;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant;
  readonly size?: 'normal' | 'small';
  /** The action is under way: the button keeps its width and does nothing. */
  readonly isBusy?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  variant = 'secondary',
  size = 'normal',
  isBusy = false,
  icon,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={[classOf(variant, size), className].filter(Boolean).join(' ')}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {children !== undefined && <span className="button-label">{children}</span>}
      {isBusy && <span className="button-spinner" aria-hidden="true" />}
    </button>
  );
}

export interface ButtonLinkProps {
  /** A path below /console. */
  readonly to: string;
  readonly variant?: ButtonVariant;
  readonly size?: 'normal' | 'small';
  readonly children: ReactNode;
}

export const ButtonLink = ({ to, variant = 'secondary', size = 'normal', children }: ButtonLinkProps) => (
  <Link href={to} className={classOf(variant, size)}>
    <span className="button-label">{children}</span>
  </Link>
);
