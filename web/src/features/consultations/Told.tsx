/** A time as it was told, whose line breaks only after the day or between two ends: never within 14:00–15:30 EAT. */
export function Told({ children: told }: { children: string }) {
  const pieces = told.replaceAll(', ', ',\n').replaceAll(' – ', ' –\n').split('\n')
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
    <span key={at}>
      <span className="whitespace-nowrap">{piece}</span>
      {at < pieces.length - 1 && ' '}
    </span>
  ))
}
