/** How this client names itself in the activity log; its version is the one of package.json. */
export const clientName = 'gatehouse-typescript/1.0.0';
