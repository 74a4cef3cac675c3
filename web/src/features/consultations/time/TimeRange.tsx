/** A time as it was told, whose line breaks only after the day or between two ends: never within 14:00–15:30 EAT. */
export function TimeRange({ children: text }: { children: string }) {
  const parts = text.replaceAll(', ', ',\n').replaceAll(' – ', ' –\n').split('\n')
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
    <span key={index}>
      <span className="whitespace-nowrap">{part}</span>
      {index < parts.length - 1 && ' '}
    </span>
  ))
}
