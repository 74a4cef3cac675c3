import { clsx } from 'clsx'

type Point = { x: number; y: number }
type Row = { base: number; height: number; gap: number; offset: number; classes: { stem: string; leaf: string } }

/** Far rows are small and pale, near rows tall and dark green. */
const rows: readonly Row[] = [
  { base: 520, height: 130, gap: 46, offset: 10, classes: { stem: 'stroke-[#8FB59B]', leaf: 'fill-[#A3C4AD]' } },
  { base: 620, height: 230, gap: 84, offset: -20, classes: { stem: 'stroke-[#4F8F66]', leaf: 'fill-[#5C9B72]' } },
  { base: 800, height: 400, gap: 148, offset: 20, classes: { stem: 'stroke-[#1F6B3C]', leaf: 'fill-[#24753F]' } },
]
const width = 640

/** Draws a maize leaf as two curves from root to tip. */
function leafPath({ x, y }: Point, reach: number, rise: number, thickness: number): string {
  const tip = { x: x + reach, y: y + rise * 0.35 }
  const over = `C${x + reach * 0.3} ${y - rise} ${x + reach * 0.75} ${y - rise * 0.9} ${tip.x} ${tip.y}`
  const under = `C${x + reach * 0.7} ${y - rise * 0.9 + thickness * 1.6} ${x + reach * 0.35} ${y - rise + thickness * 2} ${x} ${y + thickness}`
  return `M${x} ${y}${over}${under}Z`
}

const leafSteps = [
  { at: 0.16, side: 1, reach: 0.3 },
  { at: 0.28, side: -1, reach: 0.36 },
  { at: 0.42, side: 1, reach: 0.38 },
  { at: 0.56, side: -1, reach: 0.34 },
  { at: 0.7, side: 1, reach: 0.28 },
  { at: 0.82, side: -1, reach: 0.2 },
] as const

function Stalk({ x, row }: { x: number; row: Row }) {
  const { base, height, classes } = row
  const top = base - height
  return (
    <g className={classes.leaf}>
      <path d={`M${x} ${base}V${top}`} className={clsx('fill-none', classes.stem)} strokeWidth={height * 0.03} />
      {[-0.09, -0.04, 0.02, 0.08].map(lean => (
        <path
          key={lean}
          d={`M${x} ${top + 2}q${height * lean * 0.3} ${-height * 0.07} ${height * lean} ${-height * 0.12}`}
          className="fill-none stroke-[#C79A3B]"
          strokeLinecap="round"
          strokeWidth={height * 0.012}
        />
      ))}
      {leafSteps.map(({ at, side, reach }) => (
        <path
          key={at}
          d={leafPath({ x, y: base - height * at }, side * reach * height, height * 0.16, height * 0.035)}
        />
      ))}
      <ellipse
        cx={x + height * 0.045}
        cy={base - height * 0.47}
        rx={height * 0.03}
        ry={height * 0.085}
        transform={`rotate(14 ${x} ${base - height * 0.47})`}
        className="fill-[#E3BE5A]"
      />
    </g>
  )
}

const rustDots = [
  { cx: 318, cy: 596, r: 9 },
  { cx: 352, cy: 578, r: 13 },
  { cx: 388, cy: 592, r: 8 },
  { cx: 370, cy: 556, r: 6 },
  { cx: 336, cy: 552, r: 7 },
  { cx: 412, cy: 566, r: 10 },
  { cx: 300, cy: 570, r: 5 },
]
const frame = { left: 268, top: 508, right: 452, bottom: 640, arm: 34 }
const { left, top, right, bottom, arm } = frame
const corners = `M${left} ${top + arm}V${top}H${left + arm}M${right - arm} ${top}H${right}V${top + arm}M${right} ${bottom - arm}V${bottom}H${right - arm}M${left + arm} ${bottom}H${left}V${bottom - arm}`

/** The illustration of the pages before sign-in: a maize field and a leaf with rust in a camera frame. Decorative. */
export function MaizeIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 640 800" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      <rect width={width} height="800" className="fill-[#EAF2E6] dark:fill-[#101512]" />
      <circle cx="520" cy="236" r="60" className="fill-[#F3D483]" />
      <path d="M0 400C120 340 210 366 320 392S540 420 640 356V560H0Z" className="fill-[#CFE0CC] dark:fill-[#1C2A21]" />
      <path d="M0 452C150 414 300 462 430 446S590 424 640 432V640H0Z" className="fill-[#BBD3BB] dark:fill-[#223528]" />
      <path d="M0 512H640V800H0Z" className="fill-[#9DBF9F] dark:fill-[#2B4834]" />
      <path d="M0 604C200 590 440 590 640 604V800H0Z" className="fill-[#6FA57E]" />
      <path d="M0 744C200 728 440 728 640 744V800H0Z" className="fill-[#3B7C52]" />
      {rows.map(row => (
        <g key={row.base}>
          {Array.from({ length: Math.ceil(width / row.gap) + 2 }, (_, at) => at * row.gap + row.offset).map(x => (
            <Stalk key={x} x={x} row={row} />
          ))}
        </g>
      ))}
      <path
        d="M-30 770C60 640 210 520 470 512C560 510 620 540 670 590C560 560 470 580 380 640C250 724 110 790 -30 830Z"
        className="fill-[#1B6B3A]"
      />
      <path
        d="M-30 800C120 680 270 560 480 536C560 530 620 552 670 590"
        className="fill-none stroke-[#7FB48F]"
        strokeWidth="5"
      />
      <g className="fill-[#D9662F]">
        {rustDots.map(dot => (
          <circle key={`${dot.cx} ${dot.cy}`} {...dot} />
        ))}
      </g>
      <path
        d={corners}
        className="fill-none stroke-snow"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="8"
      />
    </svg>
  )
}
