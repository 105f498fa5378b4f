/** Reads the page anew. */
export const TryAgain = () => (
  <button
    type="button"
    class="button"
    onClick={() => {
      location.reload();
    }}
  >
    Try again
  </button>
);
