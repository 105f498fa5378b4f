import { Button } from './button.tsx';
/** A button that reloads the page. */
export const TryAgain = () => (
  <Button
    act={() => {
      location.reload();
    }}
  >
    Try again
  </Button>
);
