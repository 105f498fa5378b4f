/** A version in the colour of whoever wrote it. */
export const VersionMark = ({ version }: { version: number }) => (
  <>
    <i class="swatch" aria-hidden="true" />
    {version}
  </>
);
