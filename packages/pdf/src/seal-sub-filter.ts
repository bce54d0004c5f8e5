/**
 * /SubFilter of signatures whose /Contents is an SES_Signature (GB/T 38540): the digest in it is SM3 of the bytes of the
 * /ByteRange. No standard names one for PDF, and each vendor has its own; names beginning with `XX` are for private use
 * (ISO 32000-2, Annex E). /Cert holds the authorities of signer and maker, because the structure has no place for them.
 */
export const SEAL_SUB_FILTER = 'XXCinnabar.GBT38540';
