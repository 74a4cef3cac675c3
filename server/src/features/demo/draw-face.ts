const skins = ['#6b4530', '#8a5a3c', '#54352a', '#7a4c33']
const clothes = ['#1f6b3c', '#b5522b', '#2f5d8a', '#d9a420']
const grounds = ['#dfeee3', '#f7e7c6', '#dbe7f2', '#f3ddd2']
const hair = '#1d1512'

/** Returns the drawing of a person as SVG: each number another skin, shirt and ground, with a head scarf or short hair. */
export function drawFace(number: number, hasScarf: boolean): string {
  const pick = (colors: readonly string[], shift = 0) => colors[(number + shift) % colors.length]
  const [skin, cloth] = [pick(skins), pick(clothes)]
  const head = hasScarf
    ? `<path d="M44 64C38 26 62 10 82 10c32 0 42 26 34 54-18-20-54-20-72 0z" fill="${pick(clothes, 2)}"/>
       <circle cx="112" cy="24" r="12" fill="${pick(clothes, 2)}"/>
       <path d="M50 48c18-16 42-16 60 0" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>`
    : `<path d="M46 66c-4-34 14-48 34-48s38 14 34 48c-3-16-12-24-34-24s-31 8-34 24z" fill="${hair}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160">
    <rect width="160" height="160" fill="${pick(grounds)}"/>
    <path d="M12 160c2-34 24-46 68-46s66 12 68 46z" fill="${cloth}"/>
    <path d="M64 92h32v24c-6 12-26 12-32 0z" fill="${skin}"/>
    <path d="M64 104c10 6 22 6 32 0v8c-6 12-26 12-32 0z" opacity=".2"/>
    <circle cx="48" cy="74" r="7" fill="${skin}"/><circle cx="112" cy="74" r="7" fill="${skin}"/>
    <ellipse cx="80" cy="70" rx="32" ry="39" fill="${skin}"/>
    ${head}
    <g fill="${hair}"><ellipse cx="67" cy="72" rx="3.4" ry="4"/><ellipse cx="93" cy="72" rx="3.4" ry="4"/></g>
    <g fill="none" stroke="${hair}" stroke-width="2.6" stroke-linecap="round">
      <path d="M60 63q7-4 13-1M87 62q7-3 13 1"/><path d="M80 74l-3 10h6" opacity=".5"/>
    </g>
    <path d="M67 91q13 12 26 0q-13 3-26 0z" fill="#fff" stroke="#4a2018" stroke-width="1.5"/>
  </svg>`
}
