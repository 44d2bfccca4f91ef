// Files of Swagger UI are imported `with { type: 'file' }`, as the path of each.
declare module 'swagger-ui-dist/*' {
  const path: string;
  // biome-ignore lint/style/noDefaultExport: that is how file imports arrive
  export default path;
}
