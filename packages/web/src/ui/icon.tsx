const paths = {
  agent: 'M4 20c1-4 4-6 8-6s7 2 8 6M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z',
  arrowDown: 'M12 5v14m0 0-6-6m6 6 6-6',
  arrowUp: 'M12 19V5m0 0-6 6m6-6 6 6',
  back: 'M15 5l-7 7 7 7',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4l2-2Zm4 4h4',
  check: 'M5 13l4 4L19 7',
  clock: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  file: 'M6 3h8l5 5v13H6zM14 3v5h5',
  folder: 'M3 6h6l2 2h10v11H3z',
  fork: 'M7 4v5a3 3 0 0 0 3 3h4a3 3 0 0 1 3 3v5M7 9v11M7 4l-3 3m3-3 3 3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  note: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h3',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4v16l13-8z',
  plus: 'M12 5v14M5 12h14',
  reply: 'M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v2',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 5 5',
  send: 'M4 12l16-8-6 16-3-7z',
  session: 'M4 5h16v11H9l-5 4z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M14 4v6M6 14v6',
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name, size = 16 }: { name: IconName; size?: number }) => (
  <svg
    class="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.8"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
);
