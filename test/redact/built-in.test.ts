import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { builtInRedactor } from '../../src/redact/built-in.ts';

function redacted(text: string): string {
  return builtInRedactor()(text, 'document');
}

/** Put together here, so that no scanner takes this file for a leak. */
const fake = (...parts: readonly string[]): string => parts.join('');
const JWT = fake('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
const PEM = `-----BEGIN ${'RSA '}PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEpAIBAAKCAQEA\nabc+/=\n-----END ${'RSA '}PRIVATE KEY-----`;

describe('takes out', () => {
  test.for([
    { given: 'Write to jane.doe+shop@example.co.uk, please.', told: 'Write to [EMAIL_1], please.' },
    { given: '<mailto:müller@münchen.example>', told: '<mailto:[EMAIL_1]>' },
    { given: '連絡先はjane@example.jpです', told: '連絡先は[EMAIL_1]です' },
    { given: 'пишите на иван@пример.рф сегодня', told: 'пишите на [EMAIL_1] сегодня' },
    { given: 'a@example.com and b@example.com', told: '[EMAIL_1] and [EMAIL_2]' },
    { given: 'Call +49 (0)30 123456-78 now', told: 'Call [PHONE_1] now' },
    { given: 'Call (555) 123-4567 now', told: 'Call [PHONE_1] now' },
    { given: 'Call 555-123-4567.', told: 'Call [PHONE_1].' },
    { given: 'Call 555.123.4567 now', told: 'Call [PHONE_1] now' },
    { given: 'Call 0049 30 1234567 now', told: 'Call [PHONE_1] now' },
    { given: '電話 03-1234-5678', told: '電話 [PHONE_1]' },
    { given: '전화 010-1234-5678', told: '전화 [PHONE_1]' },
    { given: 'Tel. 030 12345678', told: 'Tel. [PHONE_1]' },
    { given: 'Paid by 4111 1111 1111 1111.', told: 'Paid by [CARD_1].' },
    { given: 'Paid by 4111111111111111, or 3782-822463-10005', told: 'Paid by [CARD_1], or [CARD_2]' },
    { given: `key ${fake('sk-', 'proj-abcdefGHIJKL0123456789')} end`, told: 'key [TOKEN_1] end' },
    { given: `aws ${fake('AKIA', 'IOSFODNN7EXAMPLE')}`, told: 'aws [TOKEN_1]' },
    { given: `git ${fake('ghp_', 'abcdefghijklmnopqrstuvwxyz0123456789')}`, told: 'git [TOKEN_1]' },
    { given: `slack ${fake('xoxb-', '1234567890-abcdefghij')}`, told: 'slack [TOKEN_1]' },
    { given: `google ${fake('AIza', 'SyA1234567890abcdefghijklmnopqrstuvw')}`, told: 'google [TOKEN_1]' },
    { given: `jwt ${JWT}`, told: 'jwt [TOKEN_1]' },
    { given: 'Authorization: Bearer abcdef0123456789', told: 'Authorization: Bearer [TOKEN_1]' },
    { given: 'api_key = "a1b2c3d4e5"', told: 'api_key = "[KEY_1]"' },
    { given: 'password: hunter22', told: 'password: [KEY_1]' },
    { given: 'The password is hunter22!', told: 'The password is [KEY_1]' },
    { given: '{"secret":"s3cr3t-value"}', told: '{"secret":"[KEY_1]"}' },
    { given: `before ${PEM} after`, told: 'before [KEY_1] after' },
    { given: PEM.slice(0, 60), told: '[KEY_1]' },
  ])('$given', ({ given, told }) => {
    expect(redacted(given)).toBe(told);
  });
});

describe('leaves alone', () => {
  test.for([
    'Returns are accepted within 30 days of 2024-01-15, 10:30-18:00.',
    'Version 2.4.1 of 192.168.100.200, build 20240115.123456',
    'Order 1234567890123 has 16 items at 1,299.00 EUR.',
    'Card number 4111 1111 1111 1112 is not valid.',
    'trace 0af7651916cd43dd8448eb211c80319c, id 550e8400-e29b-41d4-a716-446655440000',
    'A password is required. The token is short-lived.',
    'user@localhost, @mention, a @ b',
    'sk-short and skip-this-one',
    'ISBN 978-3-16-148410-0',
  ])('%s', (text) => {
    expect(redacted(text)).toBe(text);
  });
});

test('the same value gets the same marker in all texts of a turn, however it is written', () => {
  const redact = builtInRedactor();
  expect(redact('Is jane@example.com right, or bob@example.com?', 'query')).toBe('Is [EMAIL_1] right, or [EMAIL_2]?');
  expect(redact('Write to Jane@Example.com or +49 30 1234567', 'document')).toBe('Write to [EMAIL_1] or [PHONE_1]');
  expect(redact('bob@example.com, +49-30-1234567', 'answer')).toBe('[EMAIL_2], [PHONE_1]');
});

test('what was redacted stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      const once = redacted(text);
      expect(redacted(once)).toBe(once);
    }),
  );
});

test.for([
  { name: 'letters', text: 'a'.repeat(200_000) },
  { name: 'digits', text: '1'.repeat(200_000) },
  { name: 'digits with blanks', text: '1 '.repeat(100_000) },
  { name: 'signs of mails', text: 'a@'.repeat(100_000) },
  { name: 'domains', text: `a@${'b.'.repeat(100_000)}` },
  { name: 'begins of keys', text: '-----BEGIN PRIVATE KEY-----'.repeat(5_000) },
  { name: 'words before a value', text: 'password is '.repeat(20_000) },
  { name: 'starts of tokens', text: 'eyJ'.repeat(60_000) },
])('no text takes long: $name', ({ text }) => {
  const startedMs = performance.now();
  redacted(text);
  expect(performance.now() - startedMs).toBeLessThan(3_000);
});
