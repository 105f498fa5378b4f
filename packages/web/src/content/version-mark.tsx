/** The number of a version in the colour of its author. */
export const VersionMark = ({ version }: { version: number }) => (
  <>
    <i class="swatch" aria-hidden="true" />
    {version}
  </>
);
