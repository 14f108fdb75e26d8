/** Two passages for tables of shapes. */
export const FIRST = 'Unopened items can be returned within 60 days of delivery.';
export const SECOND = 'Gas canisters are never sent by air, only by road.';
export const BOTH = [FIRST, SECOND];
