declare module 'svg-to-pdfkit' {
  interface DrawOptions {
    readonly width?: number;
    readonly height?: number;
    readonly assumePt?: boolean;
    readonly fontCallback?: (family: string, bold: boolean, italic: boolean) => string;
  }
  const draw: (document: PDFKit.PDFDocument, svg: string, x: number, y: number, options?: DrawOptions) => void;
  export = draw;
}
