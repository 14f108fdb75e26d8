/** What Wheelhouse Cycles, an invented bicycle shop, tells its customers. */
export const PASSAGES = [
  {
    id: 'returns',
    topic: 'orders',
    text: 'You can return an unused bike within 30 days of delivery. Keep the packaging: we send you a return label by e-mail. The refund reaches your account five working days after the bike is back.',
  },
  {
    id: 'delivery',
    topic: 'orders',
    text: 'Parts and clothing are delivered in two to three working days. A bike comes fully assembled by our own van within ten working days.',
  },
  { id: 'damage', topic: 'orders', text: 'If the parcel is damaged, take a photo before you open it and write to us within 48 hours.' },
  {
    id: 'payment',
    topic: 'orders',
    text: 'We take cards, bank transfer and cash in the shop. Bikes above 800 euros can be paid in twelve instalments without interest.',
  },
  {
    id: 'warranty-frame',
    topic: 'warranty',
    text: 'The warranty on the frame and the fork of our own bikes lasts ten years. It covers cracks and faulty welds, and passes on to the next owner.',
  },
  {
    id: 'warranty-battery',
    topic: 'warranty',
    text: 'The battery of an e-bike has a warranty of two years or 500 full charges, whichever comes first.',
  },
  {
    id: 'warranty-wear',
    topic: 'warranty',
    text: 'Tyres, chains, brake pads and other parts that wear out are not covered by any warranty.',
  },
  {
    id: 'service-first',
    topic: 'workshop',
    text: 'The first service after 300 kilometres is free for every bike bought here. We tighten spokes, set the gears and check the brakes.',
  },
  {
    id: 'service-price',
    topic: 'workshop',
    text: 'A full service costs 95 euros and takes two working days. New cables are included, other parts are not.',
  },
  { id: 'puncture', topic: 'workshop', text: 'We repair a puncture while you wait, for 15 euros including a new inner tube.' },
  {
    id: 'appointments',
    topic: 'workshop',
    text: 'Book the workshop online or by phone. On Saturdays the workshop only takes repairs that can be done in under half an hour.',
  },
  {
    id: 'battery-winter',
    topic: 'care',
    text: 'Take the battery indoors below freezing. For the winter, store the battery half charged in a dry room and top it up every two months.',
  },
  {
    id: 'chain',
    topic: 'care',
    text: 'Clean and oil the chain every 200 kilometres, and after each ride in the rain. Wipe off what the chain does not take up.',
  },
  {
    id: 'pressure',
    topic: 'care',
    text: 'City tyres want 3 to 4 bar, gravel tyres 2 to 3. The pressure range of a tyre is printed on its side wall.',
  },
  {
    id: 'rental',
    topic: 'rental',
    text: 'A city bike can be rented for 18 euros a day, an e-bike for 39. Bring an identity card; the deposit is 100 euros.',
  },
  {
    id: 'rental-children',
    topic: 'rental',
    text: 'Trailers and child seats can be rented with any bike for 6 euros a day. Helmets for children are free.',
  },
  {
    id: 'sizes',
    topic: 'bikes',
    text: 'Frame size follows from your inside leg: multiply it by 0.66 for a city bike, and by 0.57 for a mountain bike. In the shop we measure it for you.',
  },
  {
    id: 'hours',
    topic: 'shop',
    text: 'The shop is open from 9 to 18 on weekdays and from 10 to 14 on Saturdays. It is closed on Sundays.',
  },
];
