import type { MailingListConnection } from '@sitedesk/contract/mailing-list';
import { describe, expect, it } from 'vitest';
import { bodyOf, EMPTY, fieldOfForm, sourcesFor, stateOf, suggested } from './settings-form';

const CONNECTION: MailingListConnection = {
  provider: 'mailchimp',
  apiUrl: 'https://us21.api.mailchimp.com/3.0',
  accountName: 'Site',
  apiKey: { isSet: true, updatedAt: '2026-05-04T03:02:01Z' },
  list: { id: 'news', name: 'Newsletter' },
  mapping: [{ field: 'FNAME', source: 'first-name' }],
  consent: { rule: 'pages', pages: ['/newsletter', '/campaigns/*'], statement: null },
  connectedAt: '2026-05-04T03:02:01Z',
};

describe('the form of the mailing list', () => {
  it('shows what is saved, and sends the same when nothing was changed', () => {
    expect(bodyOf(stateOf(CONNECTION))).toEqual({
      listId: 'news',
      mapping: [{ field: 'FNAME', source: 'first-name' }],
      consent: { rule: 'pages', pages: ['/newsletter', '/campaigns/*'] },
    });
  });

  it('asks everyone first until a rule is chosen', () => {
    expect(stateOf({ ...CONNECTION, list: null, mapping: [], consent: null })).toEqual(EMPTY);
  });

  it('sends only what its rule needs, and no empty lines', () => {
    const state = { ...EMPTY, pages: ' /a \n\n/b', statement: 'The form says so above its button.' };
    expect(bodyOf(state)).toMatchObject({ consent: { rule: 'confirmed' } });
    expect(bodyOf({ ...state, rule: 'pages' })).toMatchObject({
      consent: { rule: 'pages', pages: ['/a', '/b'] },
    });
    expect(bodyOf({ ...state, rule: 'statement' })).toMatchObject({
      consent: { statement: state.statement },
    });
  });

  it('sends a statement on one line, and none when nothing was typed', () => {
    const requestWith = (statement: string): object => bodyOf({ ...EMPTY, rule: 'statement', statement });
    expect(requestWith(' The form\nsays so. ')).toMatchObject({
      consent: { statement: 'The form says so.' },
    });
    expect(requestWith(' \n')).toMatchObject({ consent: { statement: null } });
  });

  it('leaves out fields that are filled with nothing', () => {
    expect(bodyOf({ ...EMPTY, mapping: { FNAME: 'none', LNAME: 'last-name' } })).toMatchObject({
      mapping: [{ field: 'LNAME', source: 'last-name' }],
    });
  });

  it.each([
    ['FNAME', false, 'first-name'],
    ['LNAME', false, 'last-name'],
    ['FULLNAME', false, 'full-name'],
    ['COMPANY', false, 'none'],
    ['COMPANY', true, 'full-name'],
  ])('suggests for %s (required: %s) %s', (tag, required, source) => {
    expect(suggested({ tag, required, name: tag, type: 'text', usable: true })).toBe(source);
  });

  it('offers a date only the day, and an address only the page', () => {
    expect([sourcesFor('date'), sourcesFor('url')]).toEqual([['received-at'], ['page']]);
  });

  it.each([
    ['consent.pages.1', 'pages'],
    ['consent.statement', 'statement'],
    ['mapping.0.field', 'mapping'],
    ['listId', 'listId'],
  ])('puts what the server says of %s at the field %s', (field, own) => {
    expect(fieldOfForm(field)).toBe(own);
  });
});
