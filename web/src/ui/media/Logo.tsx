/** The logo: a leaf with three rust spots. Decorative, beside the name. Same drawing as logo.svg. */
export function Logo({ className = 'size-10' }: { className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <path
        className="fill-leaf"
        d="M41.6 5.2C24 5.600 9.600 12.400 6.600 26.200c-1.100 5 .2 9.700 2.300 13.200L5.400 43a1.900 1.900 0 0 0 2.700 2.700l3.700-3.700c3.500 2 8 3.100 12.700 2C38.100 40.900 44 24.700 43.700 7.200a2 2 0 0 0-2.100-2Z"
      />
      <path className="fill-none stroke-ground" strokeLinecap="round" strokeWidth="2" d="M12 38.500 33.500 16" />
      <g className="fill-[#E0763F]">
        <circle cx="19.500" cy="21" r="3.200" />
        <circle cx="30.500" cy="28.500" r="3.900" />
        <circle cx="32" cy="12.800" r="2.300" />
      </g>
    </svg>
  )
}
