/** Shows why something failed. Renders nothing for an empty `why`. */
export const Failure = ({ why }: { why: string }) =>
  why === '' ? null : (
    <p role="alert" class="failure">
      {why}
    </p>
  );
