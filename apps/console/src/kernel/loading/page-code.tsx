import { type ComponentType, createElement, lazy, type ReactNode, use } from 'react';
import { connection } from '../live/gateway-connection.ts';
import { CodeMissing } from './code-missing.tsx';
import { loadFailedStyles, watchStyles } from './failed-styles.ts';
import { loadCode } from './load-code.ts';

const ways = {
  isOnline: () => connection.state().isOnline,
  whenAnswered: connection.whenAnswered,
  loadFrom: async (address: string): Promise<unknown> => await import(/* @vite-ignore */ address),
  loadStyles: loadFailedStyles,
};
watchStyles();

type ComponentsOf<Module> = { [Name in keyof Module]: Module[Name] extends ComponentType ? Name : never }[keyof Module];

/** A page whose code is loaded when it is opened, or when the pointer is over a link to it. The frame stays even if loading fails. */
export function pageCode<Module extends object>(load: () => Promise<Module>, name: ComponentsOf<Module>) {
  let component: ComponentType | undefined;
  let fault: unknown;
  let loading: Promise<void> | undefined;

  function preload(): Promise<void> {
    // The router asks each time, so loaded pages open while the gateway is offline.
    if (component) return Promise.resolve();
    fault = undefined;
    loading ??= loadCode(load, name, ways)
      .then((loaded) => {
        component = loaded as ComponentType;
      })
      .catch((error: unknown) => {
        // Shown in place of the page: the person may not have opened it.
        fault = error;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  function Page(): ReactNode {
    if (component) return createElement(component);
    if (fault !== undefined) return <CodeMissing />;
    use(preload());
    return null;
  }
  Page.preload = preload;
  return Page;
}

/** Part of a page whose code is loaded when it is first shown. */
export function partCode<Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never {
  const part = lazy(async () => ({ default: (await loadCode(load, name, ways)) as ComponentType }));
  // Props of the loaded component. TypeScript cannot infer them through the module type here.
  return part as unknown as Module[Name] extends ComponentType<infer Props> ? ComponentType<Props> : never;
}
