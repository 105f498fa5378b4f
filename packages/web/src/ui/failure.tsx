/** Why something did not work; nothing while it did. */
export const Failure = ({ why }: { why: string }) =>
  why === '' ? null : (
    <p role="alert" class="failure">
      {why}
    </p>
  );
