// The name of a site on one line. It is read from left to right whatever is in it, and what does not fit is
// cut in front, so that nobody can hide the end behind a long beginning.

export function SiteName({ name }: { name: string }) {
	return (
		<span class="cut site grow" title={name}>
			<bdi dir="ltr">{name}</bdi>
		</span>
	);
}
