import { expect, it } from 'vitest';
import { plainExcerpt } from './plain-excerpt.ts';

it.each([
  ['… **Release** notes of _May_ and ~~June~~ …', '… Release notes of May and June …'],
  ['see [the plan](https://example.com/a_b) and ![a shot](shot.png)', 'see the plan and a shot'],
  ['see [[Launch plan|the plan]], [[Budget]] and [this][1].[^2]', 'see the plan, Budget and this.'],
  ['# Plan ## Next steps Issue #4', 'Plan Next steps Issue #4'],
  ['| Name | Owner | |---|:--:| | **Budget** | Ada |', 'Name Owner Budget Ada'],
  ['> [!NOTE] > Read this --- - [x] done - [ ] open', 'Read this done open'],
  ['run `a | b ** c` and <br>`#` C# \\*', 'run a | b ** c and # C# *'],
  ['```ts const total = 2 * 3; …', 'const total = 2 * 3; …'],
  ['snake_case_name, 2 * 3 * 4, a|b, 5 - 3', 'snake_case_name, 2 * 3 * 4, a|b, 5 - 3'],
])('reads %j as %j', (markdown, plain) => {
  expect(plainExcerpt(markdown)).toBe(plain);
});

it.each([
  ['… he plan](https://example.com/plan) is **rea …', '… he plan is rea …'],
  ['… ld** after it, see [the plan](https://exam …', '… ld after it, see the plan …'],
  ['… and then [the pl …', '… and then the pl …'],
  ['… --|---| | Budget | Ada | Pla …', '… Budget Ada Pla …'],
])('reads %j, which is cut, as %j', (markdown, plain) => {
  expect(plainExcerpt(markdown)).toBe(plain);
});

it('keeps lines', () => {
  expect(plainExcerpt('First **do**\n\n- this\n- `that`')).toBe('First do\n\n- this\n- that');
});
