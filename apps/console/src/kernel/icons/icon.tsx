import { createElement, type ReactElement, type SVGProps } from 'react';

/** The elements of an icon in a square of 24 by 24, drawn with lines of width 2. */
export type Shape = readonly (readonly [
  element: 'circle' | 'ellipse' | 'line' | 'path' | 'polygon' | 'polyline' | 'rect',
  attributes: Readonly<Record<string, string>>,
])[];

/** size: of a side, in pixels. */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'ref' | 'children' | 'width' | 'height'> & { size?: number };
export type Icon = (props: IconProps) => ReactElement;

/** Icon. Without a label it is hidden from screen readers, because the text next to it has the same meaning. */
export function icon(shape: Shape): Icon {
  return function ShapedIcon({ size = 24, ...props }) {
    const hidden = props['aria-label'] === undefined ? true : undefined;
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: without a label it is hidden, and a label stands for a title.
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={hidden}
        {...props}
      >
        {shape.map(([element, attributes]) => createElement(element, { ...attributes, key: JSON.stringify(attributes) }))}
      </svg>
    );
  };
}
