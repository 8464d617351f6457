import { testEngines } from '@gatehouse/storage/testing';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../testing/test-world.ts';

describe.each(testEngines())('set_house_rules (D80) on $name', ({ dialect, missing }) => {
  it.skipIf(missing)('shows the text to every key of the organization until it is removed, and to no other keys', async () => {
    await using world = await createWorld({ engine: dialect });
    const key = await world.key(world.owner, 'read');
    expect((await world.ok(key, 'whoami')).houseRules).toBe(null);
    const text = 'Write in English.\nTasks need a due date: “Friday” is not one. 日本語';
    expect(await world.ok(world.owner, 'set_house_rules', { houseRules: `  ${text.replace('\n', '\r\n')}\n` })).toEqual({
      houseRules: text,
    });
    expect((await world.ok(key, 'whoami')).houseRules).toBe(text);
    expect((await world.ok(world.owner, 'organization_settings')).houseRules).toBe(text);
    const other = await world.ok({ type: 'operator' }, 'create_organization', { name: 'Other', ownerEmail: 'eve@other.test' });
    const eve = { type: 'person', orgId: other.orgId, personId: other.ownerId } as const;
    expect((await world.ok(eve, 'whoami')).houseRules).toBe(null);
    expect(await world.ok(world.owner, 'set_house_rules', { houseRules: ' \n ' })).toEqual({ houseRules: null });
    expect((await world.ok(key, 'whoami')).houseRules).toBe(null);
  });

  it.skipIf(missing)('is for owners and admins, and appears in the log', async () => {
    await using world = await createWorld({ engine: dialect });
    const admin = await world.addPerson('admin@acme.test', 'admin');
    await world.ok(admin, 'set_house_rules', { houseRules: 'Be brief.' });
    const member = await world.addPerson('member@acme.test');
    expect(await world.refused(member, 'set_house_rules', { houseRules: 'Obey me.' })).toBe('forbidden');
    expect(await world.refused(await world.key(world.owner, 'write'), 'set_house_rules', { houseRules: 'Obey me.' })).toBe('not_found');
    const [row] = (await world.ok(world.owner, 'list_activity', { tool: 'set_house_rules', outcome: 'ok' })).activity;
    expect(row).toMatchObject({ tool: 'set_house_rules', itemType: 'organization', itemId: world.orgId, personId: admin.personId });
    expect(JSON.stringify(row)).not.toContain('brief');
  });
});

describe('the text of house rules (D80)', () => {
  it('has at most 1,024 bytes, in any characters', async () => {
    await using world = await createWorld();
    for (const text of ['x'.repeat(1024), 'ä'.repeat(512)]) await world.ok(world.owner, 'set_house_rules', { houseRules: text });
    for (const text of ['x'.repeat(1025), 'ä'.repeat(513)])
      expect(await world.refused(world.owner, 'set_house_rules', { houseRules: text })).toBe('invalid_request/invalid_argument');
  });

  it.each([
    ['a control character', 'Be\u0007brief.'],
    ['a tab', 'Be\tbrief.'],
    ['an escape', 'Be \u001b[8mbrief.'],
    ['a zero-width space', 'Be\u200bbrief.'],
    ['a direction override', 'Be \u202ebrief.'],
    ['a tag character', 'Be brief.\u{e0041}'],
    ['a byte order mark', '\ufeffBe brief.'],
    ['a line separator', 'Be\u2028brief.'],
  ])('refuses %s, and names the line', async (_, houseRules) => {
    await using world = await createWorld();
    expect(await world.refused(world.owner, 'set_house_rules', { houseRules })).toBe('invalid_request/invalid_argument');
    const answer = await world.call(world.owner, 'set_house_rules', { houseRules: `First line.\n${houseRules}` });
    expect(answer.ok ? '' : answer.error.message).toContain('of line 2');
    expect((await world.ok(world.owner, 'organization_settings')).houseRules).toBe(null);
  });
});
