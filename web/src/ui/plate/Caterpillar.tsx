const body = 'M-22 2Q-12-6-2 0T20-2'

/** A fall armyworm: brown, with pale lines along the body and a pale Y on the dark head. */
export function Caterpillar({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${Math.round(y)})`} fill="none" strokeLinecap="round">
      <path d={body} stroke="#4A3A24" strokeWidth="9.5" />
      <path d={body} stroke="#8C7A4E" strokeWidth="7.5" />
      <path d={body} stroke="#5A4A2E" strokeWidth="3.4" />
      <path d={body} stroke="#D9CFA0" strokeWidth="0.9" />
      <path d={body} stroke="#3A2C1A" strokeWidth="8" strokeDasharray="0.5 4.2" strokeLinecap="butt" opacity="0.5" />
      <circle cx="21" cy="-2" r="4.6" fill="#33261A" />
      <path d="M21-5.5v3.5M21-2l-2.4 2.6M21-2l2.4 2.6" stroke="#E6DCB6" strokeWidth="0.9" />
    </g>
  )
}
