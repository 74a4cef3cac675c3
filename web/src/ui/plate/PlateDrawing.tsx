import { clsx } from 'clsx'
import { useId } from 'react'
import { type DrawnMarks, drawSymptom, type Stage } from './draw-symptom.ts'
import { type LeafShape, leafShapes } from './leaf-shapes.ts'
import { type PlateId, type Symptom, symptoms } from './symptoms.ts'

/** Part and stage that a drawing shows: a whole leaf at one stage, or the symptom from near. */
export type PlateView = Stage | 'closeUp'

type Props = {
  plateId: PlateId
  view?: PlateView
  /** Without a label the drawing is decorative, and its name must stand next to it. */
  label?: string | undefined
  className?: string
  /** Id of the drawing of the late stage on the same page, whose leaf and marks this one repeats. */
  sharedId?: string
  /** Id under which other drawings find the leaf and the marks of this one. */
  id?: string
}

/** Draws a leaf with the symptom of a disease, from its description in `symptoms.ts`. */
export function PlateDrawing({ plateId, view = 'late', label, className, sharedId, id }: Props) {
  const ownId = useId()
  const symptom: Symptom = symptoms[plateId]
  const leaf = leafShapes[symptom.organ]
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      viewBox={view === 'closeUp' ? getCloseUpBox(leaf, symptom) : '0 0 320 150'}
      className={clsx('block', className)}
    >
      {view === 'closeUp' && sharedId !== undefined ? (
        <use href={`#${sharedId}`} />
      ) : (
        <WholeLeaf id={id ?? ownId} symptom={symptom} stage={view === 'early' ? 'early' : 'late'} sharedId={sharedId} />
      )}
    </svg>
  )
}

const closeUp = { width: 84, height: 56 }

function getCloseUpBox(leaf: LeafShape, { closeUpAt: x = 118 }: Symptom): string {
  const y = leaf.middleAt(x) + (leaf.halfWidthAt(x) > 30 ? 26 : 4)
  return `${x - closeUp.width / 2} ${y - closeUp.height / 2} ${closeUp.width} ${closeUp.height}`
}

function WholeLeaf({
  id,
  symptom,
  stage,
  sharedId,
}: {
  id: string
  symptom: Symptom
  stage: Stage
  sharedId: string | undefined
}) {
  const leaf = leafShapes[symptom.organ]
  if (symptom.marks.length === 0 && !symptom.band && stage === 'early')
    return (
      <g transform="translate(160 75) scale(.72) translate(-160 -75)">
        <Leaf id={`${id}l`} leaf={leaf} tint={young} />
      </g>
    )
  const { bands, marks } = drawSymptom(leaf, symptom, stage)
  const [holes] = symptom.isEaten ? marks.splice(-1) : []
  return (
    <g id={id}>
      {holes && (
        <mask id={`${id}m`} maskUnits="userSpaceOnUse" x="0" y="0" width="320" height="150">
          <path d="M0 0h320v150h-320z" fill="#fff" />
          <path id={`${id}h`} d={holes.path} />
        </mask>
      )}
      <g mask={holes && `url(#${id}m)`}>
        {sharedId === undefined ? (
          <Leaf id={`${id}l`} leaf={leaf} tint={symptom.pale ? pale : leaf.colors} />
        ) : (
          <use href={`#${sharedId}l`} />
        )}
        {bands.map(({ color, path }) => (
          <path key={color} d={path} fill={color} />
        ))}
        {marks.map((each, index) => (
          <MarkLayers key={each.path} id={`${id}m${index}`} marks={each} />
        ))}
      </g>
      {Object.entries(holes?.layers ?? {}).map(([color, reach]) => (
        <use key={color} href={`#${id}h`} fill="none" stroke={color} strokeWidth={reach} />
      ))}
      {holes && stage === 'late' && <Caterpillar x={symptom.closeUpAt ?? 150} y={leaf.middleAt(150) + 20} />}
    </g>
  )
}

/** Colors of a leaf that has turned yellowish, and of a young one. */
const pale = { blade: '#93B25A', shade: '#84A24F' }
const young = { blade: '#9CC76B', shade: '#8CB85D' }

function Leaf({ id, leaf, tint }: { id: string; leaf: LeafShape; tint: { blade: string; shade: string } }) {
  const { blade, shade, veins, midrib, colors } = leaf
  return (
    <g id={id} fill="none">
      <path d={blade} fill={tint.blade} stroke={colors.outline} strokeWidth="2" strokeLinejoin="round" />
      <path d={shade} fill={tint.shade} />
      <path d={veins} stroke={colors.vein} strokeWidth="0.7" opacity="0.6" />
      <path d={midrib} stroke={colors.midrib} strokeWidth={colors.midribWidth} strokeLinecap="round" />
    </g>
  )
}

/** Draws the path once for each color: the outer ones as wider and wider strokes below the core. */
function MarkLayers({ id, marks: { path, layers } }: { id: string; marks: DrawnMarks }) {
  const [outermost, ...others] = Object.entries(layers)
  if (outermost === undefined) return null
  const [color, reach] = outermost
  return (
    <>
      <g fill={color} stroke={color} strokeWidth={2 * reach} strokeLinejoin="round">
        <path id={id} d={path} />
      </g>
      {others.map(([color, reach]) => (
        <use key={color} href={`#${id}`} fill={color} stroke={color} strokeWidth={2 * reach} />
      ))}
    </>
  )
}

const body = 'M-22 2Q-12-6-2 0T20-2'

/** A fall armyworm: brown, with pale lines along the body and a pale Y on the dark head. */
function Caterpillar({ x, y }: { x: number; y: number }) {
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
