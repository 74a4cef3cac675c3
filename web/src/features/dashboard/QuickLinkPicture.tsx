import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const leafColors = { blade: '#4f9a5b', outline: '#1b6b3a', vein: '#cfe6c8', rust: '#b3401a' }
const spots = [
  [18, 14],
  [27, 8],
  [31, 17],
  [40, 7],
  [22, 22],
] as const

/** A leaf of 52 x 36, with spots of rust on request. */
function DrawnLeaf({ transform, hasRust = false }: { transform: string; hasRust?: boolean }) {
  return (
    <g transform={transform}>
      <path d="M2 30C2 10 22-2 52 2C50 24 32 38 12 34C8 33 4 32 2 30Z" fill={leafColors.blade} />
      <path d="M-5 37C10 26 28 12 52 2" fill="none" stroke={leafColors.vein} strokeWidth="1.6" strokeLinecap="round" />
      {hasRust && spots.map(([x, y]) => <circle key={x} cx={x} cy={y} r="2.8" fill={leafColors.rust} />)}
    </g>
  )
}

/** Head and shoulders of 36 x 48, with a head scarf. */
function DrawnPerson({ transform, scarf, shirt }: { transform: string; scarf: string; shirt: string }) {
  return (
    <g transform={transform}>
      <path d="M0 48C0 36 8 31 18 31S36 36 36 48Z" fill={shirt} />
      <path d="M13 25h10v8q-5 4-10 0Z" fill="#6b4226" />
      <ellipse cx="18" cy="18" rx="10" ry="12" fill="#7d4e2d" />
      <path d="M6 15C6 4 12 0 18 0S30 4 30 15C24 10 12 10 6 15Z" fill={scarf} />
      <path d="M14 23q4 3 8 0" fill="none" stroke="#3c2312" strokeWidth="1.5" strokeLinecap="round" />
      <path d="M14 17v1M22 17v1" stroke="#3c2312" strokeWidth="2" strokeLinecap="round" />
    </g>
  )
}

const bubble = 'M8 0h44q8 0 8 8v24q0 8-8 8H22L10 50v-10H8q-8 0-8-8V8Q0 0 8 0Z'

const pictures = {
  upload: {
    ground: 'bg-leaf-tint',
    drawing: (
      <>
        <DrawnLeaf transform="translate(50 17) scale(1.15)" hasRust />
        <path
          d="M38 22V10h12M110 10h12v12M122 52v12h-12M50 64H38V52"
          fill="none"
          stroke="#14211a"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </>
    ),
  },
  book: {
    ground: 'bg-amber-tint',
    drawing: (
      <>
        <DrawnPerson transform="translate(34 14) scale(1.26)" scarf="#b3401a" shirt="#1b6b3a" />
        <rect x="90" y="18" width="42" height="40" rx="5" fill="#fff" stroke="#14211a" strokeWidth="2.5" />
        <path d="M90 24q0-6 6-6h30q6 0 6 6v6H90Z" fill="#1b6b3a" />
        <path d="M101 12v10M121 12v10" stroke="#14211a" strokeWidth="3" strokeLinecap="round" />
        <path d="m102 43 7 7 12-13" fill="none" stroke="#1b6b3a" strokeWidth="4" strokeLinecap="round" />
      </>
    ),
  },
  make: {
    ground: 'bg-rust-tint',
    drawing: (
      <>
        <path d={bubble} transform="translate(43 6) scale(1.25)" fill="#fff" stroke="#14211a" strokeWidth="2" />
        <DrawnLeaf transform="translate(52 15) scale(.86)" hasRust />
        <path
          d="M101 19q7-7 11 0c3 5-6 6-6 13M106 41v.5"
          fill="none"
          stroke="#14211a"
          strokeWidth="4.5"
          strokeLinecap="round"
        />
      </>
    ),
  },
  view: {
    ground: 'bg-blue-tint',
    drawing: (
      <>
        <DrawnPerson transform="translate(18 22) scale(1.06)" scarf="#9a6700" shirt="#b3401a" />
        <DrawnPerson transform="translate(104 22) scale(1.06)" scarf="#1d5fbf" shirt="#1b6b3a" />
        <path d={bubble} transform="translate(53 4) scale(.92)" fill="#fff" stroke="#14211a" strokeWidth="2.4" />
        <DrawnLeaf transform="translate(60 9) scale(.74)" />
      </>
    ),
  },
} satisfies Record<string, { ground: string; drawing: ReactNode }>

/** The drawing of a farmer's quick link: a framed leaf, a person with a day, a question, a talk. Decorative. */
export function QuickLinkPicture({ name }: { name: keyof typeof pictures }) {
  const { ground, drawing } = pictures[name]
  return (
    <svg viewBox="4 2 152 68" aria-hidden="true" className={clsx('w-full rounded-md', ground)}>
      {drawing}
    </svg>
  )
}
