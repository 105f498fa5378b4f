/** The logo of Pairspace: two shapes around something that they share. */
export const Mark = ({ size = 22 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" class="mark">
    <path class="mark-a" d="M12 5a11 11 0 1 0 4 21.2A13.400 13.400 0 0 1 16 5.800 11 11 0 0 0 12 5Z" />
    <path class="mark-b" d="M20 5a11 11 0 1 1-4 21.200A13.400 13.400 0 0 0 16 5.800 11 11 0 0 1 20 5Z" />
    <circle class="mark-c" cx="16" cy="16" r="3.200" />
  </svg>
);
