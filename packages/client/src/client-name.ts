/** Name of this client in the activity log. Its version is that of package.json. */
export const clientName = 'gatehouse-typescript/1.0.0';
