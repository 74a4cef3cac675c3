/** A time range that wraps only after the day or between two ends; within "14:00–15:30 EAT" only where large text leaves no room. */
export function TimeRange({ children: text }: { children: string }) {
  const parts = text.replaceAll(', ', ',\n').replaceAll(' – ', ' –\n').split('\n')
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change order
    <span key={index}>
      <span className="inline-block max-w-full">{part}</span>
      {index < parts.length - 1 && ' '}
    </span>
  ))
}
