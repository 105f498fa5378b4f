/** Shows why something failed. Renders nothing for an empty `why`. */
export const Failure = ({ why, class: kind = 'failure' }: { why: string; class?: string }) =>
  why === '' ? null : (
    <p role="alert" class={kind}>
      {why}
    </p>
  );
