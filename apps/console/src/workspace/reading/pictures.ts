import { createContext } from 'react';

/** Shows the picture of the workspace that a link names, in place of the link. */
export type ShowPicture = (link: HTMLElement) => void;

export const PictureContext = createContext<ShowPicture | undefined>(undefined);
