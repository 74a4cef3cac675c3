import { clsx } from 'clsx'

export type ButtonStyle = {
  /** Use one `primary` per screen, `danger` for what cannot be undone, `quiet` for minor actions. */
  variant?: 'primary' | 'secondary' | 'danger' | 'quiet'
  size?: 'normal' | 'large'
  wide?: boolean
}

const base =
  'inline-flex items-center justify-center gap-2 rounded-lg border font-bold no-underline transition-colors select-none disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted aria-disabled:cursor-progress data-soft-disabled:cursor-not-allowed data-soft-disabled:border-line data-soft-disabled:bg-sunken data-soft-disabled:text-muted'

const variants = {
  primary: 'border-leaf-press bg-leaf-press text-white hover:bg-leaf-ink hover:border-leaf-ink active:bg-ink',
  secondary: 'border-edge bg-white text-leaf-ink hover:border-leaf-ink hover:bg-leaf-tint active:bg-leaf-tint',
  danger: 'border-rust-press bg-rust-press text-white hover:bg-rust-ink hover:border-rust-ink active:bg-ink',
  quiet: 'border-transparent bg-transparent text-leaf-ink hover:bg-leaf-tint active:bg-leaf-tint',
}
const sizes = { normal: 'min-h-12 px-4 py-2', large: 'min-h-14 px-[min(1.5rem,6.7vw)] py-3 text-[min(1.125rem,6vw)]' }

export const getButtonClass = ({ variant = 'primary', size = 'normal', wide = false }: ButtonStyle, extra?: string) =>
  clsx(base, variants[variant], sizes[size], wide && 'w-full', extra)
