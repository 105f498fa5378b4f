import { useState } from 'preact/hooks';
import { calling } from './calling.ts';

/** Whether something is open, and the two steps that change it. It is closed at first. */
export const useOpen = (): [isOpen: boolean, open: () => void, close: () => void] => {
  const [isOpen, setOpen] = useState(false);
  const turn = (next: boolean) => calling(setOpen, next);
  return [isOpen, turn(true), turn(false)];
};
