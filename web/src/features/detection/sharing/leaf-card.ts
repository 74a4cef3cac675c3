export type LeafCard = {
  photo: string
  /** The marked spots, with the same aspect ratio as the photo; null where none are shown. */
  heatmap: string | null
  title: string
  /** The word for how sure the answer is, and the number of steps of three that it fills. */
  band: { text: string; filled: number }
  tone: keyof typeof tones
  deed: { label: string; text: string }
  invitation: string
  link: string
}

// The light colors of styles.css, whatever the theme: the picture is looked at on other phones.
const ground = '#fbfbf8'
const line = '#d5dad3'
const ink = '#14211a'
const leafInk = '#15592f'
const tones = {
  rust: { fill: '#b3401a', text: '#8a2f10' },
  leaf: { fill: '#1b6b3a', text: leafInk },
  blue: { fill: '#1d5fbf', text: '#174a96' },
  amber: { fill: '#9a6700', text: '#664400' },
}

const fonts = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'
const width = 1080
const margin = 56
const logoSize = 136
const minPhotoHeight = 760
const maxPhotoHeight = 1080

/**
 * Draws the answer as one picture: the photo, how sure the answer is, its name, one deed, and where to ask about another leaf.
 * Drawing the photo leaves out its metadata, such as place and time.
 * @throws when the photo cannot be loaded
 */
export async function drawLeafCard(card: LeafCard): Promise<File> {
  const [photo, heatmap, logo] = await Promise.all([
    loadImage(card.photo),
    card.heatmap === null ? null : loadImage(card.heatmap).catch(() => null),
    // On the ground of the picture, and kept for use without a network.
    loadImage('/icons/192.png').catch(() => null),
  ])
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser cannot draw')
  const naturalHeight = (width * photo.naturalHeight) / photo.naturalWidth
  const photoHeight = Math.round(Math.min(Math.max(naturalHeight, minPhotoHeight), maxPhotoHeight))
  canvas.width = width
  // The first pass measures the words. Setting the height clears the canvas.
  const position = { top: photoHeight, indent: logo ? logoSize : 0 }
  const wordsHeight = drawWords(context, card, position)
  canvas.height = photoHeight + wordsHeight
  context.fillStyle = ground
  context.fillRect(0, 0, width, canvas.height)
  drawCover(context, photo, photoHeight)
  if (heatmap) drawCover(context, heatmap, photoHeight)
  drawWords(context, card, position)
  if (logo) context.drawImage(logo, margin - 16, canvas.height - margin - logoSize + 8, logoSize, logoSize)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (blob === null) throw new Error('The picture could not be encoded')
  return new File([blob], 'leaf.jpg', { type: 'image/jpeg' })
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}

/** Fills the width and `height` from the top with the middle of an image, like `object-fit: cover`. */
function drawCover(context: CanvasRenderingContext2D, image: HTMLImageElement, height: number): void {
  const { naturalWidth, naturalHeight } = image
  const scale = Math.max(width / naturalWidth, height / naturalHeight)
  const [w, h] = [width / scale, height / scale]
  context.drawImage(image, (naturalWidth - w) / 2, (naturalHeight - h) / 2, w, h, 0, 0, width, height)
}

/** Draws everything below the photo, and returns its height. The last lines leave `indent` free for the logo. */
function drawWords(
  context: CanvasRenderingContext2D,
  card: LeafCard,
  { top, indent }: { top: number; indent: number },
): number {
  const { band, deed, tone } = card
  let y = top + margin
  context.textBaseline = 'middle'

  for (const step of [0, 1, 2]) {
    context.fillStyle = step < band.filled ? tones[tone].fill : line
    fillRounded(context, { x: margin + step * 92, y: y + 16, width: 80, height: 24 })
  }
  drawText(context, band.text, { x: margin + 300, y, size: 48, color: tones[tone].text })
  y += 72
  y += drawText(context, card.title, { x: margin, y, size: 84, color: ink }) + 32

  const padding = 36
  const label = { x: margin + padding, y: y + padding, size: 40, color: '#ffffff', weight: 400 }
  const text = { x: label.x, y: label.y + 60, size: 56, color: '#ffffff', right: label.x }
  const deedHeight = 60 + getHeight(context, deed.text, text) + 2 * padding
  context.fillStyle = leafInk
  fillRounded(context, { x: margin, y, width: width - 2 * margin, height: deedHeight, radius: 36 })
  drawText(context, deed.label, label)
  drawText(context, deed.text, text)
  y += deedHeight + 40

  const x = margin + indent
  y += drawText(context, card.invitation, { x, y, size: 48, color: ink })
  y += drawText(context, card.link, { x, y, size: 48, color: leafInk })
  return y + margin - top
}

/** `x` and `y` of the top left corner; `right` is the space that stays free at the right. */
type TextStyle = { x: number; y: number; size: number; color: string; weight?: number; right?: number }

const lineHeight = 1.2
const getMaxWidth = ({ x, right = margin }: TextStyle): number => width - right - x

/** Breaks a text into lines that fit. Sets the font. */
function breakLines(context: CanvasRenderingContext2D, text: string, style: TextStyle): string[] {
  const { size, weight = 700 } = style
  const maxWidth = getMaxWidth(style)
  context.font = `${weight} ${size}px ${fonts}`
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && context.measureText(longer).width <= maxWidth) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const getHeight = (context: CanvasRenderingContext2D, text: string, style: TextStyle): number =>
  breakLines(context, text, style).length * style.size * lineHeight

/** Draws a text and returns its height. Only a long word is squeezed. */
function drawText(context: CanvasRenderingContext2D, text: string, style: TextStyle): number {
  const step = style.size * lineHeight
  const lines = breakLines(context, text, style)
  context.fillStyle = style.color
  for (const [index, line] of lines.entries())
    context.fillText(line, style.x, style.y + (index + 0.5) * step, getMaxWidth(style))
  return lines.length * step
}

type Box = { x: number; y: number; width: number; height: number; radius?: number }

function fillRounded(context: CanvasRenderingContext2D, { x, y, width, height, radius = height / 2 }: Box): void {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
  context.fill()
}
