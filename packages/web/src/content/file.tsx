import { visibleLine } from '@pairspace/protocol';

export const nameOfFile = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A picture that whoever shows it has found to be one, and not too large. */
export const Picture = ({ address, alt }: { address: string; alt: string }) => (
  <img class="picture" src={address} alt={visibleLine(alt)} />
);
