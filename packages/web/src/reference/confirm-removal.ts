import { button, element } from './elements.ts';

/** Asks before something is deleted; resolves to whether it shall be. */
export const confirmRemoval = (path: string): Promise<boolean> => {
  const dialog = element('dialog');
  const title = element('h2', 'Send DELETE?');
  title.id = 'confirm-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const buttons = element('p');
  buttons.className = 'buttons';
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const close = (isSure: boolean): void => {
    resolve(isSure);
    dialog.close();
  };
  const sure = button('Delete', () => {
    close(true);
  });
  sure.className = 'danger';
  const keep = button('Keep it', () => {
    close(false);
  });
  keep.autofocus = true;
  buttons.append(keep, sure);
  dialog.append(title, element('p', `This really happens on this service: ${path}`), buttons);
  dialog.addEventListener('close', () => {
    resolve(false);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  return promise;
};
