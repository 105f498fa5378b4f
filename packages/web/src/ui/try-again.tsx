/** A button that reloads the page. */
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
